import type { ByteReader } from './bytes/byte-reader.ts'
import type { ByteWriter } from './bytes/byte-writer.ts'
import { createPostings } from './postings.ts'
import type { Postings } from './types.ts'
import { Vocabulary } from './vocabulary.ts'

/** An index with the words for its terms. */
export interface Indexed {
  readonly vocabulary: Vocabulary
  readonly postings: Postings
}

/** Ranges of `Bag`. */
const frequencyRange = { min: 1e-9, max: 1e12 } as const
const lengthRange = { min: 0, max: 1e15 } as const

/**
 * Writes an index: the words; the frequencies and lengths that occur; and each document as the place of its length, and the
 * places of its terms, as distances, and of their frequencies. What is in the lists of terms is not written twice.
 */
export function savePostings(writer: ByteWriter, vocabulary: Vocabulary, postings: Postings): void {
  const values = placesOfValues(postings)
  writer.texts(vocabulary.terms)
  writer.whole(values.size)
  for (const value of values.keys()) writer.number(value)
  let limit = postings.limit
  while (limit > 0 && !postings.has(limit - 1)) limit--
  writer.whole(limit)
  for (let document = 0; document < limit; document++) {
    const bag = postings.bag(document)
    writer.whole(bag === undefined ? 0 : 1 + (values.get(bag.length) as number))
    if (bag === undefined) continue
    writer.whole(bag.terms.length)
    for (let i = 0; i < bag.terms.length; i++) {
      writer.whole((bag.terms[i] as number) - (i === 0 ? -1 : (bag.terms[i - 1] as number)))
      writer.whole(values.get(bag.frequencies[i] as number) as number)
    }
  }
}

/**
 * The same again. Terms and documents have the numbers that they had.
 *
 * @throws LamellaError `INDEX_DAMAGED` where the bytes say what no index would have written.
 */
export function loadPostings(reader: ByteReader): Indexed {
  const vocabulary = new Vocabulary()
  for (const [number, term] of reader.texts().entries()) {
    if (vocabulary.add(term) !== number) throw reader.damaged('a word is there twice')
  }
  const values = Array.from({ length: reader.count(8) }, () => reader.number())
  const valueAt = (place: number, { min, max }: typeof lengthRange | typeof frequencyRange): number => {
    const value = values[place]
    if (value === undefined || !(value >= min && value <= max)) throw reader.damaged('a number is out of its range')
    return value
  }
  const postings = createPostings()
  // The same two for every document, as they are copied: an array a document takes longer to make than to fill.
  const terms: number[] = []
  const frequencies: number[] = []
  const limit = reader.count()
  for (let document = 0; document < limit; document++) {
    const place = reader.whole()
    if (place === 0) continue
    const length = valueAt(place - 1, lengthRange)
    const size = reader.count(2)
    terms.length = size
    frequencies.length = size
    let term = -1
    for (let i = 0; i < size; i++) {
      const distance = reader.whole()
      term += distance
      if (distance === 0 || term >= vocabulary.size) throw reader.damaged('a document has a term that there is not')
      terms[i] = term
      frequencies[i] = valueAt(reader.whole(), frequencyRange)
    }
    postings.put(document, { terms, frequencies, length })
  }
  return { vocabulary, postings }
}

/** The lengths and frequencies that occur, in the order of their first occurrence, and the place of each. */
function placesOfValues(postings: Postings): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  const note = (value: number): void => {
    if (!places.has(value)) places.set(value, places.size)
  }
  for (let document = 0; document < postings.limit; document++) {
    const bag = postings.bag(document)
    if (bag === undefined) continue
    note(bag.length)
    for (let i = 0; i < bag.frequencies.length; i++) note(bag.frequencies[i] as number)
  }
  return places
}
