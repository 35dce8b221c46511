import { bm25, createIndex, loadIndex } from '@lamella/ranker-bm25'
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
  it('analyzes each text in its own language, and an ambiguous query in the most common one', () => {
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
