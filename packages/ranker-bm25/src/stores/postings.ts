import { NumberReader, putCounts, putNumber } from './bytes.ts'
import { partNames } from './counted-text.ts'

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
}

const parts = partNames.length

/**
 * Appends the bytes of a posting to those of a term. Places must ascend, up to 65,535.
 *
 * @param place The place of the text in its chunk. @param counts How often each part has the term; missing ones are 0.
 */
export function putPosting(bytes: number[], place: number, counts: readonly number[]): void {
  putNumber(bytes, place)
  putCounts(bytes, counts)
}

/** Reads the postings of a term. */
export function readPostings(bytes: Uint8Array): TermPostings {
  const reader = new NumberReader(bytes)
  const places: number[] = []
  const lists = partNames.map((): number[] => [])
  const [said = []] = lists
  while (reader.more) {
    places.push(reader.next())
    const first = reader.next()
    const present = first % 2 ** (parts - 1)
    said.push(Math.floor(first / 2 ** (parts - 1)))
    for (let bit = 0; bit < parts - 1; bit++) lists[bit + 1]?.push((present >> bit) & 1 ? reader.next() : 0)
  }
  const [, asked = [], speaker = [], date = [], label = []] = lists
  return { places, said, asked, speaker, date, label }
}

/** Returns the bytes of a term without the texts whose places are gone, with the others at their new places. */
export function movedPostings(bytes: Uint8Array, newPlace: (place: number) => number | undefined): Uint8Array {
  const { places, said, asked, speaker, date, label } = readPostings(bytes)
  const kept: number[] = []
  for (const [i, place] of places.entries()) {
    const moved = newPlace(place)
    if (moved === undefined) continue
    putNumber(kept, moved)
    putCounts(
      kept,
      [said, asked, speaker, date, label].map((list) => list[i] as number),
    )
  }
  return Uint8Array.from(kept)
}
