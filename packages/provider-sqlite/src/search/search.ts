import { isLamellaError } from '@lamella/core'
import { throwIfAborted } from '@lamella/core/plugin'
import { type CheckedSearch, diverse, diversePool, fading, type Owner, type SearchHit } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import type { Owners } from '../database/owners.ts'
import { notice } from '../notices.ts'
import type { Tell } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { best, type Ranked } from './best.ts'
import { type Fused, fuse, vectorWeight } from './fuse.ts'
import type { Extent, ScoreWords } from './keyword-scores.ts'
import type { Ask } from './question.ts'
import { termsOf } from './terms.ts'

/** An item that a search can find, as read. */
export interface Findable<Found> {
  /** ISO 8601 day or instant, for recency. */
  readonly date: string | undefined
  readonly text: string
  item(): Found
}

/** One searchable kind of data. All methods are called in a transaction. */
export interface Collection<Found> {
  readonly ask: Ask
  readonly scoreWords: ScoreWords
  extentOf(owner: number): Extent
  /** Reads items by number; missing and unreadable ones are left out. */
  load(ids: readonly number[]): ReadonlyMap<number, Findable<Found>>
  /** Adjusts scores by context. */
  spread?(scores: ReturnType<ScoreWords>): Map<number, number>
}

/** The filter on an owner's items. */
export interface Meant<Found> {
  /** Whether a number is included, for items of one session. Called in a transaction. */
  readonly numbers?: (() => (id: number) => boolean) | undefined
  readonly item: (found: Findable<Found>) => boolean
}

/** A hit, with its search data. */
export interface Scored<Found> {
  readonly hit: SearchHit<Found>
  /** Number of the text. */
  readonly id: number
  readonly text: string
  /** Similarity to the query, -1 to 1, if there are vectors and a query vector. */
  readonly likeness: number | undefined
  /** The recency factor, at most 1. */
  readonly fading: number
}

/** The minimum number of items from each list to join. */
const leastPool = 100

/**
 * The weight of vectors that cannot be trusted for a query: it moves no keyword hit, and hits found only by vectors
 * come after those instead of being lost.
 */
const leastWeight = 1e-6

/** Returns the best items of an owner for a query. */
export function createSearch<Found>(
  access: Access,
  owners: Owners,
  collection: Collection<Found>,
  vectors: Vectors | undefined,
  weight: number,
  tell: Tell,
): (owner: Owner, request: CheckedSearch, meant: Meant<Found>) => Promise<readonly Scored<Found>[]> {
  /** The vector of the query; without it, `auto` searches by words alone. */
  const questionOf = async (
    owner: number,
    { query, mode, signal }: CheckedSearch,
  ): Promise<Float32Array | undefined> => {
    if (vectors === undefined || mode === 'keyword') return undefined
    await vectors.catchUp(owner, signal)
    try {
      return await vectors.ofQuestion(query, signal)
    } catch (error) {
      if (mode !== 'auto' || !isLamellaError(error, 'EMBEDDER_FAILED')) throw error
      tell(notice('EMBEDDING_FAILED', `The query was answered by words alone: ${error.what}`))
      return undefined
    }
  }

  return async (owner, request, meant) => {
    throwIfAborted(request.signal, 'The search')
    // Vectors find something for any text, but a query without words finds nothing.
    if (termsOf(request.query).length === 0) return []
    const found = await access.read(() => owners.find(owner))
    if (found === undefined) return []
    const question = await questionOf(found, request)
    return access.read(() => {
      // Checked again: the owner's data may have been erased while the embedder ran.
      const id = owners.find(owner)
      if (id === undefined) return []
      const isMeant = meant.numbers?.() ?? (() => true)
      const weigh = (found: Findable<Found>): number => (meant.item(found) ? fading(found.date, request.recency) : 0)
      const wanted = request.diversity === 0 ? request.limit : Math.max(diversePool, request.limit)
      const rank = (scores: ReadonlyMap<number, number>, count: number): readonly Ranked<Findable<Found>>[] =>
        best(scores, count, collection.load, weigh)

      const like = question && only(vectors?.likeness(id, question) ?? new Map(), isMeant)
      const fused = ((): readonly Fused<Findable<Found>>[] => {
        if (like && request.mode === 'vector')
          return rank(positive(like), wanted).map((hit) => ({ ...hit, by: ['vector'] }))
        const words = collection.scoreWords(collection.ask(id, request.query), collection.extentOf(id))
        const scores = only(collection.spread?.(words) ?? words.scores, isMeant)
        if (!like) return rank(scores, wanted).map((hit) => ({ ...hit, by: ['keyword'] }))
        const count = Math.max(leastPool, 4 * wanted)
        const coverage = Math.min(1, most(only(words.scores, isMeant)) / words.most)
        return fuse({
          keyword: rank(scores, count),
          vector: rank(positive(like), count),
          weight: Math.max(vectorWeight(scores, coverage, like, weight), weight * leastWeight),
        })
      })()
      return diverse(fused, request.diversity, request.limit, ({ item }) => new Set(termsOf(item.text))).map(
        ({ id: number, item, score, by }): Scored<Found> => ({
          hit: { item: item.item(), score, by },
          id: number,
          text: item.text,
          likeness: like?.get(number),
          fading: fading(item.date, request.recency),
        }),
      )
    })
  }
}

/** Returns the hits in the store's public form. */
export function hitsOf<Args extends readonly unknown[], Found>(
  search: (...args: Args) => Promise<readonly Scored<Found>[]>,
): (...args: Args) => Promise<readonly SearchHit<Found>[]> {
  return async (...args) => (await search(...args)).map(({ hit }) => hit)
}

/** Maps similarity from -1 to 1 to a score from 0 to 1; slightly above 0 for the opposite, so that it is also found. */
function positive(like: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...like].map(([id, likeness]) => [id, Math.max(1e-9, (1 + likeness) / 2)]))
}

function only(scores: Map<number, number>, isMeant: (id: number) => boolean): Map<number, number> {
  for (const id of scores.keys()) if (!isMeant(id)) scores.delete(id)
  return scores
}

function most(scores: ReadonlyMap<number, number>): number {
  let largest = 0
  for (const score of scores.values()) if (score > largest) largest = score
  return largest
}
