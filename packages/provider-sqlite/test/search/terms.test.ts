import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termsOf } from '../../src/search/terms.ts'

const scripts: readonly (readonly [what: string, text: string, terms: string])[] = [
  ['English, without the commonest words', "The ships don't leave, but Ada's ship left.", 'ships leave ada ship left'],
  ['common words where there are no others', 'Who are you?', 'who are you'],
  ['accents of Latin letters', 'Crème BRÛLÉE, naïve Łódź', 'creme brulee naive łodz'],
  ['accents that are characters of their own', 'cafe\u0301', 'cafe'],
  ['German compounds as one word', 'Donaudampfschifffahrt und Straße', 'donaudampfschifffahrt und straße'],
  ['French apostrophes', 'l’homme d’État', 'lhomme detat'],
  ['Russian with stress marks and without dots', 'Ёлка и за\u0301мок, йод', 'елка и замок йод'],
  ['Greek accents', 'Αθήνα καλημέρα', 'αθηνα καλημερα'],
  ['Arabic words with their marks', 'القَلَم والكتاب', 'القَلَم والكتاب'],
  ['Hindi words whole, with their vowel signs', 'हिन्दी में लिखें', 'हिन्दी में लिखें'],
  ['Chinese characters and pairs', '我在北京', '我 我在 在 在北 北 北京 京'],
  ['Japanese kanji, kana and long marks', '東京タワー', '東 東京 京 京タ タ タワ ワ ワー ー'],
  ['Korean syllables and pairs', '서울 시', '서 서울 울 시'],
  ['Thai letters and pairs', 'ไทย', 'ไ ไท ท ทย ย'],
  ['words and characters that touch', '用GPT4写字', '用 gpt4 写 写字 字'],
  ['wide and joined letters', 'Ｆｉｌｅ ﬁle ①', 'file file 1'],
  ['identifiers in parts', 'user_id = fooBar.baz(42) // TODO-7', 'user id foobar baz 42 todo 7'],
  ['addresses', 'mail ada@example.com or https://a.example/x?y=1', 'mail ada example com https example x y 1'],
  ['emoji as nothing', '👩‍👩‍👧 ❤️ ok 🎉', 'ok'],
  ['punctuation as nothing', '?! … —', ''],
]

describe('the terms of a text', () => {
  it.each(scripts)('of %s', (_, text, terms) => {
    const found = termsOf(text)
    const wanted = terms === '' ? [] : terms.split(' ')
    expect([...found].sort()).toEqual([...wanted].sort())
  })

  it('are the same for composed, decomposed and capital letters', () => {
    const some = fc.constantFrom('é', 'ё', 'й', 'Å', '가', 'ق', 'हि', 'ñ', 'x', ' ', "'s", 'Z')
    fc.assert(
      fc.property(fc.array(some, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        const terms = termsOf(text)
        for (const form of ['NFC', 'NFD', 'NFKD'] as const) expect(termsOf(text.normalize(form))).toEqual(terms)
        expect(termsOf(text.toUpperCase())).toEqual(terms)
      }),
      { numRuns: 1000, seed: 1 },
    )
  })

  it('consist only of letters, digits and marks, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        for (const term of termsOf(text)) expect(term).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u)
      }),
      { numRuns: 5000, seed: 1 },
    )
  })

  it('include every pair of neighbours, however long a run of characters is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('北', '京', '人', '大'), { minLength: 2, maxLength: 300 }), (characters) => {
        const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
        const terms = termsOf(characters.join(''))
        expect(terms.filter((term) => term.length === 2)).toEqual(pairs)
        expect(terms.filter((term) => term.length === 1)).toEqual(characters)
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  it('exclude base64 pictures, and include the text around them', () => {
    const picture = Buffer.from('picture'.repeat(100)).toString('base64')
    expect(termsOf(`see data:image/png;base64,${picture} there`)).toEqual(['see', 'data', 'image', 'png', 'base64'])
    expect(termsOf('a'.repeat(511)).join('')).toBe('a'.repeat(511))
    expect(termsOf('a'.repeat(512))).toEqual([])
  })

  const size = 3_000_000
  // Quadratic code took hours, and code that used the stack for each character threw.
  it.each([
    ['one letter', 'x'.repeat(size), 0],
    ['words just short of base64', `${'x'.repeat(511)} `.repeat(1000), 8000],
    ['one mark', `a${'\u0301'.repeat(size)}`, 1],
    ['marks that change places', `a${'\u0301\u0316'.repeat(size / 2)}`, 1],
    ['apostrophes', "x'".repeat(size / 2), Math.ceil(size / 2 / 64)],
    ['spaces', ' '.repeat(size), 0],
    ['emoji', '😀'.repeat(size / 2), 0],
    ['wide letters', 'Ａ'.repeat(size), Math.ceil(size / 64)],
    ['Chinese', '北'.repeat(size / 10), (2 * size) / 10 - 1],
  ])('of millions of characters use neither the stack nor quadratic time: %s', (_, text, count) => {
    expect(termsOf(text).length).toBe(count)
  })
})
