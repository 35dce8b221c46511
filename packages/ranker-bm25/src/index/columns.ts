import type { ByteReader } from '../postings/bytes/byte-reader.ts'
import type { ByteWriter } from '../postings/bytes/byte-writer.ts'
import type { Vocabulary } from '../postings/vocabulary.ts'
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
    if (place > table.length) throw reader.damaged('a document has a text that is not in the table')
    return place === 0 ? undefined : table[place - 1]
  })
}

/** Writes the terms of an optional text. */
export function writeCounts(writer: ByteWriter, part: TermCounts | undefined): void {
  writer.whole(part === undefined ? 0 : 1)
  if (part === undefined) return
  writer.whole(part.terms.length)
  for (let i = 0; i < part.terms.length; i++) {
    writer.whole(part.terms[i] as number)
    writer.whole(part.counts[i] as number)
  }
}

/** Reads what `writeCounts` wrote, and checks the terms against the vocabulary. */
export function readCounts(reader: ByteReader, vocabulary: Vocabulary): TermCounts | undefined {
  if (reader.whole() === 0) return undefined
  const size = reader.count(2)
  const terms: number[] = []
  const counts: number[] = []
  let length = 0
  for (let i = 0; i < size; i++) {
    const term = reader.whole()
    if (vocabulary.at(term) === undefined) throw reader.damaged('a document has a term that is not in the vocabulary')
    const count = reader.whole()
    terms.push(term)
    counts.push(count)
    length += count
  }
  return { terms, counts, length }
}
