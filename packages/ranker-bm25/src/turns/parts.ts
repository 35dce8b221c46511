import { longTurn } from './conversation.ts'
import type { TermCounts } from './term-counts.ts'

/** The number of words of a part of a long text: any from 24 to 96 ranks about as well. */
const partLength = 64

/** The highest number of parts, so that one number says in its bits which of them have a term. */
const mostParts = 32

/** Returns the number of even parts of a text with so many words: 1 for a turn. */
export function partCount(words: number): number {
  return words > longTurn ? Math.min(mostParts, Math.ceil(words / partLength)) : 1
}

/** Returns the parts that have each term, as bits; `undefined` for a text of one part. The terms are those of a text of so many words. */
export function partsOfTerms<Term>(order: readonly Term[], words: number): ReadonlyMap<Term, number> | undefined {
  const parts = partCount(words)
  if (parts === 1) return undefined
  const bits = new Map<Term, number>()
  for (const [index, term] of order.entries()) {
    const part = Math.floor((index * parts) / order.length)
    bits.set(term, ((bits.get(term) ?? 0) | (1 << part)) >>> 0)
  }
  return bits
}

/** Returns how many bits are set. */
export function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

/** Returns a part of a text: a term counts there as often as in the text, divided by the number of parts that have it. */
export function partOfText({ terms, counts, length, words, parts }: TermCounts, part: number): TermCounts {
  const inPart = { terms: [] as number[], counts: [] as number[], length: length / partCount(words), words }
  for (let i = 0; i < terms.length; i++) {
    const bits = parts?.[i] as number
    if (((bits >>> part) & 1) === 0) continue
    inPart.terms.push(terms[i] as number)
    inPart.counts.push((counts[i] as number) / bitCount(bits))
  }
  return inPart
}
