import { bm25, createIndex, loadIndex } from '@lamella/ranker-bm25'
import * as all from '@lamella/ranker-bm25/languages'
import { english, german } from '@lamella/ranker-bm25/languages'
import { describe, expect, it } from 'vitest'

const languages = [english, german]
const ids = (hits: readonly { readonly id: string }[]): readonly string[] => hits.map(({ id }) => id)
// German "die" is an article, English "die" is not; German "Kinder" has the stem of "Kindern".
const germans = [
  { id: 'kinder', text: 'Die Kinder und der Hund sind nicht in dem Haus, das wir auf der Insel haben.' },
  { id: 'boot', text: 'Das Boot ist mit der Fähre auf die Insel gekommen, und wir sind in dem Haus.' },
]
const englishText = { id: 'english', text: 'The dog and the children are not in the house that we have on the island.' }

describe('an index of several languages', () => {
  it('analyzes each text in its own language, and looks up a query in all', () => {
    const index = createIndex({ languages })
    index.add([englishText, ...germans])
    expect(ids(index.search('Wo sind die Kindern in dem Haus auf der Insel?'))[0]).toBe('kinder')
    expect(ids(index.search('Kindern'))).toEqual(['kinder'])
    expect(ids(loadIndex(index.save(), { languages }).search('Kindern'))).toEqual(['kinder'])
    for (const { id } of germans) index.remove(id)
    index.add([{ id: 'kind', text: 'Kinder', language: 'german' }])
    expect(ids(index.search('Kindern', { language: 'german' }))).toEqual(['kind'])
  })

  it('scores like the ranker', () => {
    const index = createIndex({ languages, conversation: true })
    const ranker = bm25({ languages, conversation: true })
    const all = [englishText, ...germans].map((one) => ({ ...one, speaker: 'Kim', date: '2026-05-08' }))
    index.add(all)
    for (const query of ['Kindern', 'children and dogs in the house', 'die Insel im Mai', 'Kim 8', 'Hund']) {
      const scores = ranker.rank(query, all)
      const hits = index.search(query)
      expect(hits).toHaveLength(scores.filter((score) => score > 0).length)
      for (const { id, score } of hits) {
        expect(Math.abs((scores[all.findIndex((one) => one.id === id)] as number) - score)).toBeLessThan(1e-9)
      }
    }
  })

  it('uses the given languages, and guesses for unknown names', () => {
    const index = createIndex({ languages })
    index.add({ ...germans[0], id: 'a', text: 'Kinder', language: 'german' })
    index.add({ id: 'b', text: `${germans[0]?.text}`, language: 'klingon' })
    expect(ids(index.search('Kindern', { language: 'german' }))).toEqual(['a', 'b'])
  })
})

describe('a word that is in a text', () => {
  const others = Object.values(all).filter((one) => typeof one === 'object' && one !== english)
  // One sentence with words that the stemmer of its language shortens.
  const sentences: Readonly<Record<string, string>> = {
    danish: 'Katten drikker mælk, og det er ikke for hundene.',
    swedish: 'Katten dricker mjölk, och den är inte för hundarna.',
    norwegian: 'Katten drikker melk, og den er ikke for hundene.',
    finnish: 'Kissa juo maitoa, ja kokous on Helsingissä maanantaina.',
    german: 'Die Katzen trinken Milch, und das ist nicht für die Hunde.',
    dutch: 'De katten drinken melk, en dat is niet voor de honden.',
    hungarian: 'A macska tejet iszik, és ez nem a kutyáknak van.',
    spanish: 'Los gatos beben leche, pero no es para los perros.',
    italian: 'I gatti bevono latte, ma non è per i cani.',
    portuguese: 'Os gatos bebem leite, mas não é para os cães.',
    french: 'Les chats boivent du lait, mais ce ne sont pas les chiens.',
    turkish: 'Kediler süt içiyor ama bu köpekler için değil.',
    romanian: 'Pisicile beau lapte, dar nu este pentru câini.',
    indonesian: 'Kucing meminum susu, tetapi itu bukan untuk anjing.',
  }

  it.each(others.filter(({ name }) => sentences[name]))('is found alone in English and $name', (other) => {
    const text = sentences[other.name] as string
    const stopWords = new Set([...other.stopWords, ...english.stopWords])
    for (const languages of [
      [english, other],
      [other, english],
    ]) {
      const index = createIndex({ languages })
      index.add([englishText, { id: 'other', text }])
      for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
        // A word of one letter, or a stop word, says nothing.
        if (word.length < 3 || stopWords.has(word.toLowerCase())) continue
        expect([word, ids(index.search(word))]).toEqual([word, ['other']])
        expect(bm25({ languages }).rank(word, [{ id: 'a', text }])[0]).toBeGreaterThan(0)
      }
    }
  })

  it('is found in a text too short to be guessed, by a question in its language', () => {
    const index = createIndex({ languages: [english, all.finnish] })
    index.add({ id: 'a', text: 'Maitoa' })
    expect(ids(index.search('Kuka on ostanut maitoa, ja missä se on?'))).toEqual(['a'])
  })

  it('counts once, although several languages know it, and not at all if it is a stop word of the question', () => {
    const one = createIndex({ languages: [english] })
    const two = createIndex({ languages: [english, german] })
    for (const index of [one, two]) index.add([englishText, { id: 'b', text: 'The boat is on the island.' }])
    const scoreOf = (index: typeof one): number | undefined => index.search('the island')[0]?.score
    expect(scoreOf(two)).toBeCloseTo(scoreOf(one) ?? 0, 10)
    const mixed = createIndex({ languages: [english, german] })
    mixed.add([...germans, { id: 'die', text: 'They die of thirst, and that is why the house is empty.' }])
    expect(ids(mixed.search('Wo sind die Kinder und der Hund?'))).toEqual(['kinder'])
  })
})
