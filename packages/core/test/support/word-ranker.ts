import type { Ranker } from '@lamella/core'

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A simple ranker: each word of the query counts once per document, weighted by how few documents have it. */
export const wordRanker: Ranker & Required<Pick<Ranker, 'terms'>> = {
  name: 'words',
  terms: (text) => new Set(words(text)),
  rank: (query, documents) => {
    const held = documents.map(({ text }) => new Set(words(text)))
    const weight = (word: string): number => 1 / held.filter((one) => one.has(word)).length
    const wanted = [...new Set(words(query))]
    return held.map((one) => wanted.reduce((sum, word) => sum + (one.has(word) ? weight(word) : 0), 0))
  },
}
