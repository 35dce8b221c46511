import type { Scope } from '@lamella/core'
import { strengthsOf } from '@lamella/ranker-bm25/stores'
import { ownerOf, type SearchAllRequest, type SearchAllResult, type SearchContent } from '@lamella/store'
import { searchContents } from '@lamella/store/search'
import type { SearchBlocks } from '../blocks/search-blocks.ts'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { SearchEntries } from '../memory/search-entries.ts'
import type { SearchMessages } from './search-messages.ts'
import { storeTerms } from './terms.ts'
import type { WordSearch } from './word-search.ts'

/** Searches messages, memories and blocks of a scope together. */
export type SearchAll = (scope: Scope, request: SearchAllRequest) => Promise<SearchAllResult>

/** The searches to join. */
export interface Searches {
  readonly messages: SearchMessages
  readonly memory: SearchEntries
  readonly blocks: SearchBlocks
  readonly hasVectors: Readonly<Record<SearchContent, boolean>>
  readonly words: Readonly<Record<SearchContent, WordSearch>>
}

/** @param weight The weight of vector similarity, relative to words. */
export function createSearchAll(access: Access, searches: Searches, weight: number): SearchAll {
  const owners = createOwners(access.db)
  return async (scope, request) => {
    const owner = ownerOf(scope)
    return searchContents(request, {
      hasVectors: searches.hasVectors,
      weight,
      termsOf: storeTerms().of,
      search: (content, asked, session) => searches[content](owner, asked, session),
      shares: (query, found) =>
        access.read(() => {
          const id = owners.find(owner)
          if (id === undefined) return []
          const groups = found.map(({ content, ids }) => ({ ids, chunks: searches.words[content].chunksOf(id) }))
          return strengthsOf(storeTerms().asked(query), groups)
        }),
    })
  }
}
