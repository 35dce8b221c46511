import { type ByteReader, damaged } from '../postings/bytes/byte-reader.ts'
import type { ByteWriter } from '../postings/bytes/byte-writer.ts'
import type { Vocabulary } from '../postings/vocabulary.ts'
import { partCount } from '../turns/parts.ts'
import type { TermCounts } from '../turns/term-counts.ts'

/**
 * Writes an optional text per document: a table of the distinct texts, then the index of each document's text, 0 for
 * none.
 */
export function writeColumn(writer: ByteWriter, texts: readonly (string | undefined)[]): void {
  const places = new Map<string, number>()
  for (const text of texts) if (text !== undefined && !places.has(text)) places.set(text, places.size + 1)
  writer.texts([...places.keys()])
  if (places.size === 0) return
  for (const text of texts) writer.whole(text === undefined ? 0 : (places.get(text) ?? 0))
}

/** Reads what `writeColumn` wrote, for the given number of documents. */
export function readColumn(reader: ByteReader, documents: number): readonly (string | undefined)[] {
  const table = reader.texts()
  if (table.length === 0) return []
  return Array.from({ length: documents }, () => {
    const place = reader.whole()
    if (place > table.length) throw damaged('a document has a text that is not in the table')
    return place === 0 ? undefined : table[place - 1]
  })
}

/** Writes the terms of an optional text, with the parts that have each, if there are several. */
export function writeCounts(writer: ByteWriter, part: TermCounts | undefined): void {
  // 1 for a text with as many words as terms, as each had before words were counted.
  writer.whole(part === undefined ? 0 : part.words === part.length ? 1 : 2)
  if (part === undefined) return
  if (part.words !== part.length) writer.whole(part.words)
  writer.whole(part.terms.length)
  for (let i = 0; i < part.terms.length; i++) {
    writer.whole(part.terms[i] as number)
    writer.whole(part.counts[i] as number)
  }
  for (const bits of part.parts ?? []) writer.whole(bits)
}

/**
 * Reads what `writeCounts` wrote, and checks the terms against the vocabulary.
 *
 * @param mayHaveParts Whether the text has parts if it is long.
 */
export function readCounts(reader: ByteReader, vocabulary: Vocabulary, mayHaveParts = false): TermCounts | undefined {
  const kind = reader.whole()
  if (kind === 0) return undefined
  const counted = kind === 1 ? undefined : reader.whole()
  const size = reader.count(2)
  const terms: number[] = []
  const counts: number[] = []
  let length = 0
  for (let i = 0; i < size; i++) {
    const term = reader.whole()
    if (vocabulary.at(term) === undefined) throw damaged('a document has a term that is not in the vocabulary')
    terms.push(term)
    const count = reader.whole()
    counts.push(count)
    length += count
  }
  const words = counted ?? length
  if (!mayHaveParts || partCount(words) === 1) return { terms, counts, length, words }
  const parts = terms.map(() => reader.whole())
  if (parts.some((bits) => !(bits > 0 && bits < 2 ** partCount(words)))) {
    throw damaged('a term is in no part of its text')
  }
  return { terms, counts, length, words, parts }
}
