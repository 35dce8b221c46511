import type { Scope } from '@lamella/core'
import {
  type ContentHit,
  checkId,
  checkSearch,
  diverse,
  diversePool,
  type FoundMessage,
  ownerOf,
  type SearchAllRequest,
  type SearchContent,
  type SearchHit,
  type SearchRequest,
  type StoredBlock,
  type StoredMemory,
} from '@lamella/core/store'
import type { SearchBlocks } from '../blocks/search-blocks.ts'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import { sortKey } from '../database/sort-key.ts'
import { invalid } from '../errors.ts'
import type { SearchEntries } from '../memory/search-entries.ts'
import type { Kind } from './keyword-scores.ts'
import type { Ask } from './question.ts'
import type { Scored } from './search.ts'
import type { SearchMessages } from './search-messages.ts'
import { createStrengths } from './strengths.ts'
import { termsOf } from './terms.ts'

/** Searches messages, memories and blocks of a scope together. */
export type SearchAll = (scope: Scope, request: SearchAllRequest) => Promise<readonly ContentHit[]>

/** The searches to join. */
export interface Searches {
  readonly messages: SearchMessages
  readonly memory: SearchEntries
  readonly blocks: SearchBlocks
  /** Whether messages have vectors; memories and blocks have them if any kind does. */
  readonly messagesHaveVectors: boolean
}

type Found = FoundMessage | StoredMemory | StoredBlock

/** Hits of one kind, best first. */
interface Part {
  readonly content: SearchContent
  readonly found: readonly Scored<Found>[]
}

/** A hit, scored against hits of other kinds. */
interface Joined {
  readonly score: number
  readonly text: string
  readonly hit: ContentHit
}

const contents: readonly SearchContent[] = ['messages', 'memory', 'blocks']
const kinds: Readonly<Record<SearchContent, Kind>> = { messages: 'message', memory: 'entry', blocks: 'block' }

/** The number of hits of a kind used to judge it: constant, so that the limit does not affect the order. */
const judges = 10

/** The lowest weight of a kind whose hits neither contain words of the query nor resemble it. */
const least = 1e-9

/**
 * Each kind is searched separately, and its hits keep their order. To compare kinds, the best hit of a kind gets the
 * strength of the strongest of its first ten, computed the same way for all kinds (see strengths.ts), and the others
 * get their share of the best one's score.
 *
 * Weighting a result's score by the quality of its collection is from Callan, Lu and Croft, "Searching Distributed
 * Collections with Inference Networks" (1995). Raw scores do not work: those of messages include the turns around them,
 * those of a hybrid search are ranks. Ranks alone do not work either: they put the best of a kind first, however bad it
 * is.
 *
 * @param weight The weight of vector similarity, relative to words.
 */
export function createSearchAll(access: Access, ask: Ask, searches: Searches, weight: number): SearchAll {
  const owners = createOwners(access.db)
  const strengthsOf = createStrengths(access.db, ask)

  return async (scope, request) => {
    const owner = ownerOf(scope)
    const { query, mode, limit, diversity } = checkSearch(request, ['keyword', 'vector', 'hybrid'])
    const { content, session, ...asked } = request
    const wanted = contentOf(request, searches.messagesHaveVectors)
    const each: SearchRequest = {
      ...asked,
      diversity: 0,
      limit: Math.max(diversity === 0 ? judges : diversePool, limit),
    }
    const sort = session === undefined ? undefined : sortKey(checkId('request.session', session))
    const parts = await Promise.all(
      wanted.map(async (one): Promise<Part> => {
        if (one === 'messages') return { content: one, found: await searches.messages(owner, each, sort) }
        return { content: one, found: await searches[one](owner, each) }
      }),
    )
    const shares = await access.read(() => {
      const id = owners.find(owner)
      if (id === undefined || mode === 'vector') return []
      return strengthsOf(
        id,
        query,
        parts.map((part) => ({ kind: kinds[part.content], ids: part.found.map((one) => one.id) })),
      )
    })
    const joined = parts.flatMap((part, index): readonly Joined[] => {
      const best = part.found[0]?.hit.score ?? 1
      // Cosines can be compared directly.
      const worth = mode === 'vector' ? best : worthOf(part.found.slice(0, judges), shares[index], weight)
      return part.found.map(({ hit, text }) => joinedOf(part.content, hit, text, (worth * hit.score) / best))
    })
    return diverse(
      joined.sort((a, b) => b.score - a.score),
      diversity,
      limit,
      ({ text }) => new Set(termsOf(text)),
    ).map(({ hit }) => hit)
  }
}

/** Returns how much of the query the strongest hit covers, after recency: above 0, at most 1. */
function worthOf(
  found: readonly Scored<Found>[],
  shares: ReadonlyMap<number, number> | undefined,
  weight: number,
): number {
  let most = least
  for (const { id, likeness, fading } of found) {
    const share = shares?.get(id) ?? 0
    const strength = likeness === undefined ? share : (share + weight * Math.max(0, likeness)) / (1 + weight)
    most = Math.max(most, strength * fading)
  }
  return most
}

function joinedOf(content: SearchContent, { item, by }: SearchHit<Found>, text: string, score: number): Joined {
  return { score, text, hit: { content, item, score, by } as ContentHit }
}

/**
 * Returns the kinds to search. Kinds that were not named are left out if the filter or mode does not apply to them;
 * every filter applies to memory.
 */
function contentOf(request: SearchAllRequest, messagesHaveVectors: boolean): readonly SearchContent[] {
  const { content, session, mode, filter } = request
  if (content !== undefined) {
    if (!Array.isArray(content)) throw invalid('request.content', 'is not a list')
    if (content.some((one) => !contents.includes(one)))
      throw invalid('request.content', `has an item other than ${contents.join(', ')}`)
    if (session !== undefined && !content.includes('messages')) {
      throw invalid('request.session', 'applies to messages, which request.content excludes')
    }
    return contents.filter((one) => content.includes(one))
  }
  const { kinds: ofKinds, tags, minImportance } = filter ?? {}
  const isPlain = tags === undefined && minImportance === undefined
  const needsVectors = mode === 'vector' || mode === 'hybrid'
  const fits: Readonly<Record<SearchContent, boolean>> = {
    messages: session !== undefined || (isPlain && ofKinds === undefined && (messagesHaveVectors || !needsVectors)),
    memory: true,
    blocks: isPlain,
  }
  return contents.filter((one) => fits[one])
}
