import type { Scope } from '@lamella/core'
import { ownerOf, type SearchAllRequest, type SearchAllResult, type SearchContent } from '@lamella/store'
import { joinContents, planSearchAll } from '@lamella/store/search'
import type { SearchBlocks } from '../blocks/search-blocks.ts'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { SearchEntries } from '../memory/search-entries.ts'
import type { Kind } from './kinds.ts'
import type { SearchMessages } from './search-messages.ts'
import { createStrengths } from './strengths.ts'
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
  readonly words: Readonly<Record<Kind, WordSearch>>
}

const kinds: Readonly<Record<SearchContent, Kind>> = { messages: 'message', memory: 'entry', blocks: 'block' }

/** @param weight The weight of vector similarity, relative to words. */
export function createSearchAll(access: Access, searches: Searches, weight: number): SearchAll {
  const owners = createOwners(access.db)
  const strengthsOf = createStrengths(searches.words)

  return async (scope, request) => {
    const owner = ownerOf(scope)
    const plan = planSearchAll(request, searches.hasVectors)
    const { session, query, mode } = plan
    const parts = await Promise.all(
      plan.searches.map(async ({ content, asked }) => ({
        content,
        ...(await searches[content](owner, asked, session)),
      })),
    )
    const shares = await access.read(() => {
      const id = owners.find(owner)
      if (id === undefined || mode === 'vector') return []
      const groups = parts.map(({ content, found }) => ({ kind: kinds[content], ids: found.map((one) => one.id) }))
      return strengthsOf(id, storeTerms().asked(query), groups)
    })
    return joinContents(
      plan,
      parts.map((part, index) => ({ ...part, shares: shares[index] })),
      weight,
      storeTerms().of,
    )
  }
}
