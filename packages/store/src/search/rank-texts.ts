import type { CheckedSearch } from '../check/check-search.ts'
import type { Indexed, SearchHit, SearchResult } from '../contract/search.ts'
import { best, type Ranked, type Steps } from './best.ts'
import { diverse, diversePool } from './diverse.ts'
import { fading } from './fading.ts'
import { type Fused, fuse, positive, similarityScore } from './fuse.ts'
import { type Scores, scoresIn, scoresOf } from './scores.ts'
import type { Filterable } from './search-filter.ts'

/** An item that a search can find, as read. */
export interface Findable<Found> {
  /** ISO 8601 day or instant, for recency and filters. */
  readonly date: string | undefined
  /** What else a filter compares. Default: nothing. */
  readonly fields?: Filterable
  readonly text: string
  /** A factor of its score, above 0. Default 1. */
  readonly factor?: number
  item(): Found
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

/** What a search found, with its search data. */
export interface Ranking<Found> {
  readonly found: readonly Scored<Found>[]
  readonly indexed: Indexed
}

/** How well texts match a query by words: two lists of the same length, which do not change afterwards. */
export interface WordScores {
  readonly ids: ArrayLike<number>
  readonly scores: ArrayLike<number>
  /** The score of a text that has every word of the query once. */
  readonly most: number
}

/** What an index found for a query, and how to rank it. */
export interface Matches {
  /** Called only if words count. */
  readonly words: () => WordScores
  /** Similarity to the query, -1 to 1, of all texts with a vector; `undefined` without a vector of the query. */
  readonly likeness: Map<number, number> | undefined
  /** Whether a text may be found, by its number. */
  readonly accepts?: ((id: number) => boolean) | undefined
  /** No text has a higher factor. Default 1. */
  readonly highestFactor?: number
  /** The weight of vectors, relative to words: see `similarityScore`. */
  readonly weight: number
  /** The terms of a text, for diversity. */
  readonly termsOf: (text: string) => readonly string[]
}

/** Measures of the texts that an index of vectors left out, because others are nearer. */
export interface Nearest {
  /** None of them is more similar to the query. */
  readonly floor: number
  /** Similarities of a random sample of all texts: they show how far a text stands out. */
  readonly sample: readonly number[]
}

/** The minimum number of items from each list to join. */
const leastPool = 100

/** How many more of the nearest texts to ask for than are joined, so that filters and recency can leave some out. */
const spare = 4

/** Returns the best texts for a query: by words, by vectors or by both. */
export function rankTexts<Found>(
  request: CheckedSearch,
  matches: Matches,
): Steps<Findable<Found>, readonly Scored<Found>[]>
/**
 * The same with the nearest texts alone. `likeness` has those, and gets that of each text that is read, by the caller's
 * reading. Returns `undefined` if a text that was left out could be among the best, which filters and recency can cause:
 * then compare with all of them.
 */
export function rankTexts<Found>(
  request: CheckedSearch,
  matches: Matches & { readonly likeness: Map<number, number> },
  nearest: Nearest,
): Steps<Findable<Found>, readonly Scored<Found>[] | undefined>
export function* rankTexts<Found>(
  request: CheckedSearch,
  matches: Matches,
  nearest?: Nearest,
): Steps<Findable<Found>, readonly Scored<Found>[] | undefined> {
  return (yield* rank(request, matches, nearest)) ?? (nearest === undefined ? [] : undefined)
}

/** Returns how many of the nearest texts `rankTexts` needs. */
export function nearestCount(request: CheckedSearch): number {
  return spare * poolOf(wantedOf(request))
}

function* rank<Found>(
  request: CheckedSearch,
  { words, likeness, accepts, highestFactor = 1, weight, termsOf }: Matches,
  nearest: Nearest | undefined,
): Steps<Findable<Found>, readonly Scored<Found>[] | undefined> {
  const weigh = (found: Findable<Found>): number =>
    request.accepts(found.date, found.fields) ? fading(found.date, request.recency) * (found.factor ?? 1) : 0
  const wanted = wantedOf(request)
  const like = likeness && (accepts === undefined ? likeness : only(likeness, accepts))
  const pick = (scores: Scores, count: number): Steps<Findable<Found>, readonly Ranked<Findable<Found>>[]> =>
    best(scores, count, weigh, highestFactor)
  const isEnough = (list: readonly Ranked<Findable<Found>>[], count: number): boolean =>
    nearest === undefined ||
    (list.length === count && (list.at(-1)?.score ?? 0) > highestFactor * positive(nearest.floor))

  let fused: readonly Fused<Findable<Found>>[]
  if (like && request.mode === 'vector') {
    const vector = yield* pick(allPositive(like), wanted)
    if (!isEnough(vector, wanted)) return undefined
    fused = vector.map((hit) => ({ ...hit, by: ['vector'] }))
  } else {
    const found = words()
    const all = scoresOf(found.ids, found.scores)
    const scores = accepts === undefined ? all : all.only(accepts)
    if (like) {
      const count = poolOf(wanted)
      const keyword = yield* pick(scores, count)
      const vector = yield* pick(allPositive(like), count)
      if (!isEnough(vector, count)) return undefined
      const scoreOf = similarityScore(nearest?.sample ?? like.values(), weight)
      fused = fuse({
        keyword: keyword.map((hit) => ({ ...hit, score: hit.score / found.most })),
        vector,
        added: (id, item) => {
          const similarity = like.get(id)
          return similarity === undefined ? 0 : scoreOf(similarity) * weigh(item)
        },
      })
    } else fused = (yield* pick(scores, wanted)).map((hit) => ({ ...hit, by: ['keyword'] }))
  }
  return diverse(fused, request.diversity, request.limit, ({ item }) => new Set(termsOf(item.text))).map(
    ({ id, item, score, by }): Scored<Found> => ({
      hit: { item: item.item(), score, by },
      id,
      text: item.text,
      likeness: like?.get(id),
      fading: fading(item.date, request.recency),
    }),
  )
}

function wantedOf({ diversity, limit }: CheckedSearch): number {
  return diversity === 0 ? limit : Math.max(diversePool, limit)
}

/** Returns the number of items from each list to join. */
function poolOf(wanted: number): number {
  return Math.max(leastPool, 4 * wanted)
}

/** Returns a search in the store's public form. */
export function resultsOf<Args extends readonly unknown[], Found>(
  search: (...args: Args) => Promise<Ranking<Found>>,
): (...args: Args) => Promise<SearchResult<Found>> {
  return async (...args) => {
    const { found, indexed } = await search(...args)
    return { hits: found.map(({ hit }) => hit), indexed }
  }
}

/** Returns how far several indexes have come together. */
export function allIndexed(parts: readonly { readonly indexed: Indexed }[]): Indexed {
  const sum = (field: keyof Indexed): number => parts.reduce((total, { indexed }) => total + indexed[field], 0)
  return { of: sum('of'), done: sum('done') }
}

function allPositive(like: ReadonlyMap<number, number>): Scores {
  return scoresIn(new Map([...like].map(([id, likeness]) => [id, positive(likeness)])))
}

function only(scores: Map<number, number>, accepts: (id: number) => boolean): Map<number, number> {
  for (const id of scores.keys()) if (!accepts(id)) scores.delete(id)
  return scores
}
