import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { WordTable } from '../../src/analysis/word-table.ts'

/** Returns the items of a word, found in the middle of a text. */
function itemsOf(table: WordTable<number>, word: string, hash: number): readonly number[] | undefined {
  const found = table.find(`<${word}>`, 1, 1 + word.length, hash)
  return found < 0 ? undefined : table.items.slice(table.start(found), table.end(found))
}

const put = (table: WordTable<number>, word: string, hash: number, items: readonly number[]): void =>
  table.put(`<${word}>`, 1, 1 + word.length, hash, items)

const itemsFor = (word: string): readonly number[] => Array.from(word.slice(0, 3), (unit) => unit.charCodeAt(0))

describe('a table of words', () => {
  it('finds all added words, whatever their number', () => {
    const table = new WordTable<number>(50_000)
    const words = Array.from({ length: 40_000 }, (_, i) => `w${i.toString(36)}`)
    for (const [i, word] of words.entries()) put(table, word, Math.imul(i, 0x85ebca6b), itemsFor(word))
    const known = words.filter((word, i) => itemsOf(table, word, Math.imul(i, 0x85ebca6b)) !== undefined)
    // A few may find no free slot nearby.
    expect(known.length).toBeGreaterThan(39_900)
    for (const [i, word] of words.entries()) {
      expect(itemsOf(table, word, Math.imul(i, 0x85ebca6b)) ?? itemsFor(word)).toEqual(itemsFor(word))
    }
  })

  it('never returns the items of another word, even with equal hashes', () => {
    const words = fc.array(fc.tuple(fc.string({ unit: codePoint, maxLength: 6 }), fc.integer({ min: -3, max: 3 })), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (given, most) => {
        const table = new WordTable<number>(most)
        for (const [word, hash] of given) {
          const known = itemsOf(table, word, hash)
          if (known !== undefined) expect(known).toEqual(itemsFor(word))
          else {
            put(table, word, hash, itemsFor(word))
            expect(itemsOf(table, word, hash)).toEqual(itemsFor(word))
          }
        }
      }),
    )
  })

  it('evicts all words when it exceeds its limit', () => {
    const table = new WordTable<number>(2)
    put(table, 'one', 1, [1])
    put(table, 'two', 2, [2, 2])
    put(table, 'three', 3, [])
    expect(['one', 'two', 'three'].map((word, i) => itemsOf(table, word, i + 1))).toEqual([undefined, undefined, []])
  })
})
