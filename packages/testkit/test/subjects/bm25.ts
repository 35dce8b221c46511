import type { Ranker } from '@lamella/core'
import { words } from './words.ts'

const k1 = 1.2
const b = 0.75

/** BM25 (Robertson and Zaragoza, 2009) by the book, with Lucene's weight, which is never below 0. */
export const bm25: Ranker = {
  name: 'bm25',
  rank: (query, documents) => {
    const lists = documents.map(({ text }) => words(text))
    const average = lists.reduce((total, list) => total + list.length, 0) / documents.length || 1
    const wanted = [...new Set(words(query))].map((word) => {
      const holders = lists.filter((list) => list.includes(word)).length
      return { word, weight: Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5)) }
    })
    return lists.map((list) =>
      wanted.reduce((score, { word, weight }) => {
        const often = list.filter((other) => other === word).length
        const norm = k1 * (1 - b + (b * list.length) / average)
        return score + (weight * often * (k1 + 1)) / (often + norm)
      }, 0),
    )
  },
}
