import { checkId, invalid } from '../check/check.ts'
import { type CheckedSearch, checkSearch } from '../check/check-search.ts'
import type { StoredBlock } from '../contract/block-store.ts'
import type { StoredMemory } from '../contract/memory-store.ts'
import type { FoundMessage } from '../contract/search.ts'
import type { ContentHit, SearchAllRequest, SearchAllResult, SearchContent } from '../contract/search-all.ts'
import { diverse, diversePool } from './diverse.ts'
import { allIndexed, type Ranking, type Scored } from './rank-texts.ts'

/** What a search of all kinds finds. */
export type FoundContent = FoundMessage | StoredMemory | StoredBlock

/** The numbers of the texts that a search of one kind has found. */
export interface FoundIds {
  readonly content: SearchContent
  readonly ids: readonly number[]
}

/** What a database offers to a search of all kinds. */
export interface ContentSearches {
  /** Whether the texts of each kind have vectors. */
  readonly hasVectors: Readonly<Record<SearchContent, boolean>>
  /** The weight of vector similarity, relative to words. */
  readonly weight: number
  /** The terms of a text, for diversity. */
  readonly termsOf: (text: string) => readonly string[]
  /** Searches one kind; messages only of one session, if its id is given. */
  search(content: SearchContent, asked: CheckedSearch, session: string | undefined): Promise<Ranking<FoundContent>>
  /** Returns the share of a query that texts have, 0 to 1, by kind and by number of the text; none of an unknown owner. */
  shares(query: string, found: readonly FoundIds[]): Promise<readonly ReadonlyMap<number, number>[]>
}

const allContents: readonly SearchContent[] = ['messages', 'memory', 'blocks']

/** The number of hits of a kind used to judge it: constant, so that the limit does not affect the order. */
const judgedHits = 10

/** The lowest weight of a kind whose hits neither contain words of the query nor resemble it. */
const minWeight = 1e-9

/**
 * Searches messages, memories and blocks together. Each kind keeps the order of its own search. To compare kinds, the best
 * hit of a kind gets the strength of the strongest of its first ten, computed the same way for all kinds (`shares`), and
 * the others get their share of the best one's score.
 *
 * Weighting a result's score by the quality of its collection is from Callan, Lu and Croft, "Searching Distributed
 * Collections with Inference Networks" (1995). Raw scores do not work: those of messages include the turns around them,
 * and what vectors add depends on the other texts of the kind. Ranks alone do not work either: they put the best of a
 * kind first, however bad it is.
 *
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export async function searchContents(
  request: SearchAllRequest,
  { hasVectors, weight, termsOf, search, shares }: ContentSearches,
): Promise<SearchAllResult> {
  const { query, mode, limit, diversity } = checkSearch(request, 'memory', true, ['content', 'session'])
  const { content: _, session, ...others } = request
  const each = { ...others, diversity: 0, limit: Math.max(diversity === 0 ? judgedHits : diversePool, limit) }
  if (session !== undefined) checkId('request.session', session)
  const searches = contentOf(request, hasVectors.messages).map((content) => {
    return { content, asked: checkSearch(each, content, hasVectors[content]) }
  })
  const parts = await Promise.all(
    searches.map(async ({ content, asked }) => ({ content, ...(await search(content, asked, session)) })),
  )
  const ids = parts.map(({ content, found }): FoundIds => ({ content, ids: found.map(({ id }) => id) }))
  const own = mode === 'vector' ? [] : await shares(query, ids)
  const joined = parts.flatMap(({ content, found }, index) => {
    const best = found[0]?.hit.score ?? 1
    // Cosines can be compared directly.
    const worth = mode === 'vector' ? best : worthOf(found.slice(0, judgedHits), own[index], weight)
    return found.map(({ hit: { item, by, score: before }, text }) => {
      const score = (worth * before) / best
      return { score, text, hit: { content, item, score, by } as ContentHit }
    })
  })
  joined.sort((a, b) => b.score - a.score)
  const best = diverse(joined, diversity, limit, ({ text }) => new Set(termsOf(text)))
  return { hits: best.map(({ hit }) => hit), indexed: allIndexed(parts) }
}

/** Returns how much of the query the strongest hit covers, after recency: above 0, at most 1. */
function worthOf(
  found: readonly Scored<FoundContent>[],
  shares: ReadonlyMap<number, number> | undefined,
  weight: number,
): number {
  let most = minWeight
  for (const { id, likeness, fading } of found) {
    const share = shares?.get(id) ?? 0
    const strength = likeness === undefined ? share : (share + weight * Math.max(0, likeness)) / (1 + weight)
    most = Math.max(most, strength * fading)
  }
  return most
}

/**
 * Returns the kinds to search. Kinds that were not named are left out if the filter or mode does not apply to them;
 * every filter applies to memory.
 */
function contentOf(request: SearchAllRequest, messagesHaveVectors: boolean): readonly SearchContent[] {
  const { content, session, mode, filter } = request
  if (content !== undefined) {
    if (!Array.isArray(content)) throw invalid('request.content', 'is not a list')
    if (content.some((one) => !allContents.includes(one)))
      throw invalid('request.content', `has an item other than ${allContents.join(', ')}`)
    if (session !== undefined && !content.includes('messages')) {
      throw invalid('request.session', 'applies to messages, which request.content excludes')
    }
    return allContents.filter((one) => content.includes(one))
  }
  const { kinds, tags, minImportance } = filter ?? {}
  const isPlain = tags === undefined && minImportance === undefined
  const needsVectors = mode === 'vector' || mode === 'hybrid'
  const fits: Readonly<Record<SearchContent, boolean>> = {
    messages: session !== undefined || (isPlain && kinds === undefined && (messagesHaveVectors || !needsVectors)),
    memory: true,
    blocks: isPlain,
  }
  return allContents.filter((one) => fits[one])
}
