import { NumberReader, putCounts, putNumber, readCounts } from './bytes.ts'
import { type CountedText, eachTerm, partNames } from './counted-text.ts'

/** The texts of a chunk that have a term. Lists have an item for each text, in the order of their places. */
export interface TermPostings {
  /** Places in the chunk. */
  readonly places: readonly number[]
  /** How often the text itself and its questions have the term. */
  readonly said: readonly number[]
  readonly asked: readonly number[]
  /** How often the speaker's name, the date and the label have it. */
  readonly speaker: readonly number[]
  readonly date: readonly number[]
  readonly label: readonly number[]
  /** The even parts of a long text that have the term, as bits; 0 for other texts. */
  readonly bits: readonly number[]
}

/**
 * Appends the bytes of a posting to those of a term. Places must ascend, up to 65,535.
 *
 * @param place The place of the text in its chunk. @param counts How often each part has the term, and its bits; missing
 * ones are 0.
 */
function putPosting(bytes: number[], place: number, counts: readonly number[]): void {
  putNumber(bytes, place)
  putCounts(bytes, counts)
}

/**
 * Appends the postings of a text to those of its chunk, by term, and returns how many it has.
 *
 * @param place The place of the text in its chunk, after those that are there.
 */
export function addPostings(words: Map<string, number[]>, place: number, text: CountedText): number {
  let count = 0
  eachTerm(text, (term, counts) => {
    let bytes = words.get(term)
    if (bytes === undefined) {
      bytes = []
      words.set(term, bytes)
    }
    putPosting(bytes, place, counts)
    count++
  })
  return count
}

/** Reads the postings of a term. */
export function readPostings(bytes: Uint8Array): TermPostings {
  const reader = new NumberReader(bytes)
  const places: number[] = []
  const lists = [...partNames, 'bits'].map((): number[] => [])
  while (reader.more) {
    places.push(reader.next())
    for (const [part, count] of readCounts(reader).entries()) lists[part]?.push(count)
  }
  const [said = [], asked = [], speaker = [], date = [], label = [], bits = []] = lists
  return { places, said, asked, speaker, date, label, bits }
}

/** The bytes of a term whose texts have moved, and how often each part of the removed ones had it. */
export interface MovedPostings {
  readonly bytes: Uint8Array
  readonly removed: readonly number[]
}

/**
 * Returns the postings of a term with its texts at their new places; `undefined` if none of them moves.
 *
 * @param newPlace Returns `undefined` for a text that is removed.
 */
export function movedPostings(
  bytes: Uint8Array,
  newPlace: (place: number) => number | undefined,
): MovedPostings | undefined {
  const { places, said, asked, speaker, date, label, bits } = readPostings(bytes)
  const parts = [said, asked, speaker, date, label]
  const moved = places.map(newPlace)
  if (moved.every((place, i) => place === places[i])) return undefined
  const kept: number[] = []
  for (const [i, place] of moved.entries()) {
    if (place === undefined) continue
    putNumber(kept, place)
    putCounts(
      kept,
      [...parts, bits].map((list) => list[i] as number),
    )
  }
  const removed = parts.map((list) => list.reduce((sum, count, i) => (moved[i] === undefined ? sum + count : sum), 0))
  return { removed, bytes: Uint8Array.from(kept) }
}
