import { type ByteReader, damaged } from './bytes/byte-reader.ts'
import type { ByteWriter } from './bytes/byte-writer.ts'
import { createPostings } from './postings.ts'
import type { Postings } from './types.ts'
import { Vocabulary } from './vocabulary.ts'

/** An index with the words of its terms. */
export interface Indexed {
  readonly vocabulary: Vocabulary
  readonly postings: Postings
}

/** The ranges in `Bag`. */
const frequencyRange = { min: 1e-9, max: 1e12 } as const
const lengthRange = { min: 0, max: 1e15 } as const

/**
 * Writes an index: the words; the frequencies and lengths that occur; and for each document the index of its length,
 * the distances between its terms, and the indexes of their frequencies. The lists of terms are not written, since they
 * repeat this data.
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
 * Reads an index. Terms and documents keep their numbers.
 *
 * @throws LamellaError `INDEX_DAMAGED` for bytes that no index would write.
 */
export function loadPostings(reader: ByteReader): Indexed {
  const vocabulary = new Vocabulary()
  for (const [number, term] of reader.texts().entries()) {
    if (vocabulary.add(term) !== number) throw damaged('a word occurs twice')
  }
  const values = Array.from({ length: reader.count(8) }, () => reader.number())
  const valueAt = (place: number, { min, max }: typeof lengthRange | typeof frequencyRange): number => {
    const value = values[place]
    if (value === undefined || !(value >= min && value <= max)) throw damaged('a number is out of range')
    return value
  }
  const postings = createPostings()
  // Reuse two arrays for every document, since they are copied: allocating one per document takes longer than filling
  // it.
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
      if (distance === 0 || term >= vocabulary.size) throw damaged('a document has an unknown term')
      terms[i] = term
      frequencies[i] = valueAt(reader.whole(), frequencyRange)
    }
    postings.put(document, { terms, frequencies, length })
  }
  return { vocabulary, postings }
}

/** Returns the lengths and frequencies in order of first occurrence, with the index of each. */
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
