import { createIndex, type IndexOptions } from '@lamella/ranker-bm25'
import { Index } from 'flexsearch'
import { fts5Of, minisearchOf } from './rivals.ts'

/** Searchable documents. */
export interface Engine {
  /** Returns the number of results, ten at most. */
  search(question: string): number
}

/** Creates an index of documents, with numbers as ids. */
export type CreateEngine = (documents: readonly string[]) => Engine

const limit = 10

/** Creates Lamella's index, with its defaults or with other options. */
export function lamella(options?: IndexOptions): CreateEngine {
  return (documents) => {
    const index = createIndex(options)
    index.add(documents.map((text, i) => ({ id: String(i), text })))
    return { search: (question) => index.search(question, { limit }).length }
  }
}

/** Exact words: no stems, no stop words, which is the default of the peers. */
export const plain = { language: 'none' } as const

export const minisearch: CreateEngine = (documents) => {
  const find = minisearchOf(documents, limit)
  return { search: (question) => find(question).length }
}

/** `suggest` also finds documents that have only some of the words. */
export const flexsearch: CreateEngine = (documents) => {
  const index = new Index()
  for (const [id, text] of documents.entries()) index.add(id, text)
  return { search: (question) => index.search(question, { limit, suggest: true }).length }
}

export const fts5: CreateEngine = (documents) => {
  const find = fts5Of(documents, limit)
  return { search: (question) => find(question).length }
}
