import type { Scope } from '@lamella/core'
import { type StrengthGroup, strengthsOf } from '@lamella/ranker-bm25/stores'
import {
  type CheckedSearch,
  type Owner,
  ownerOf,
  type SearchAllRequest,
  type SearchAllResult,
  type SearchContent,
} from '@lamella/store'
import { type FoundContent, type Ranking, searchContents } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import type { Kind } from './kinds.ts'
import type { SearchSetup } from './search-setup.ts'

/** Searches messages, memories and blocks of a scope together. */
export type SearchAll = (scope: Scope, request: SearchAllRequest) => Promise<SearchAllResult>

/** Searches one kind; messages only of one session, if its id is given. */
export type SearchKind = (owner: Owner, request: CheckedSearch, session?: string) => Promise<Ranking<FoundContent>>

const kinds: Readonly<Record<SearchContent, Kind>> = { messages: 'message', memory: 'entry', blocks: 'block' }

/**
 * @param hasVectors Whether the texts of each kind have vectors.
 * @param weight The weight of vector similarity, relative to words.
 */
export function createSearchAll(
  database: Database,
  { terms, index }: SearchSetup,
  searches: Readonly<Record<SearchContent, SearchKind>>,
  hasVectors: Readonly<Record<SearchContent, boolean>>,
  weight: number,
): SearchAll {
  const { schema } = database
  const owners = createOwners(schema)
  return async (scope, request) => {
    const owner = ownerOf(scope)
    return searchContents(request, {
      hasVectors,
      weight,
      termsOf: terms.of,
      search: (content, asked, session) => searches[content](owner, asked, session),
      shares: (query, found) =>
        database.read(owner.tenant, async (statements) => {
          const id = await owners.find(statements, owner)
          if (id === undefined) return []
          const asked = terms.asked(query)
          const groups: StrengthGroup[] = []
          for (const { content, ids } of found) {
            const part = { tenant: toStored(owner.tenant), owner: id, kind: kinds[content] }
            const { chunks } = await index.read(statements, part, asked)
            groups.push({ ids, chunks })
          }
          return strengthsOf(asked, groups)
        }),
    })
  }
}
