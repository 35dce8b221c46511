import type { CheckedSearch } from '@lamella/store'
import { type Findable, type Matches, nearestCount, rankTexts, type Scored } from '@lamella/store/search'
import type { Similar } from '../vectors/likeness.ts'
import type { NearestVectors, Place } from '../vectors/nearest.ts'
import type { Vectors } from '../vectors/vectors.ts'
import type { Reading } from './read-index.ts'
import { placeIn } from './runs.ts'

/** What is ranked, without vectors. */
export interface Ranking<Found> {
  readonly request: CheckedSearch
  readonly matches: Omit<Matches, 'likeness'>
  readonly load: (ids: readonly number[]) => Promise<ReadonlyMap<number, Findable<Found>>>
}

/** Ranks with these similarities of all texts. */
export function rankAll<Found>(
  { request, matches, load }: Ranking<Found>,
  likeness: Map<number, number> | undefined,
): Promise<readonly Scored<Found>[]> {
  return awaitSteps(rankTexts<Found>(request, { ...matches, likeness }), load)
}

/**
 * Ranks by words and vectors: by the nearest vectors, if an index finds enough of them, otherwise by all.
 *
 * @param session The number of the session that is searched; `undefined` for all texts of the owner.
 */
export async function rankBoth<Found>(
  reading: Reading,
  ranking: Ranking<Found>,
  vectors: Vectors,
  question: Float32Array,
  session: number | undefined,
): Promise<readonly Scored<Found>[]> {
  const { statements, part } = reading
  if (session === undefined) {
    const nearest = await vectors.nearest(statements, part, question, nearestCount(ranking.request))
    const found = nearest && (await rankByNearest(reading, ranking, vectors, question, nearest))
    if (found) return found
    const similar = await vectors.likeness(statements, part, question)
    if (nearest === undefined) vectors.reportUnindexed(part, similar.length)
    return rankAll(ranking, likenessOf(reading, similar))
  }
  return rankAll(ranking, likenessOf(reading, await vectors.likeness(statements, part, question, session)))
}

function rankByNearest<Found>(
  reading: Reading,
  { request, matches, load }: Ranking<Found>,
  vectors: Vectors,
  question: Float32Array,
  nearest: NearestVectors,
): Promise<readonly Scored<Found>[] | undefined> {
  const { statements, part } = reading
  const likeness = likenessOf(reading, nearest.similar)
  return awaitSteps(rankTexts<Found>(request, { ...matches, likeness }, nearest), async (ids) => {
    const places = ids.flatMap((id) => (likeness.has(id) ? [] : (placeOf(reading, id) ?? [])))
    if (places.length > 0) {
      const similar = await vectors.likenessAt(statements, part, question, places)
      for (const [id, one] of likenessOf(reading, similar)) likeness.set(id, one)
    }
    return load(ids)
  })
}

/** Returns similarities by the numbers that texts have in a search. */
function likenessOf({ part, runs }: Reading, similar: readonly Similar[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const { item, position, likeness } of similar) {
    const id = part.kind === 'message' ? runs.numberOf(item, position) : item
    if (id !== undefined) found.set(id, likeness)
  }
  return found
}

function placeOf({ part, runs }: Reading, id: number): Place | undefined {
  if (part.kind !== 'message') return { item: id, position: 0 }
  const run = runs.of(id)
  return run && { item: run.item, position: placeIn(run, id) }
}

/** Runs steps whose answers are waited for: `runSteps` of a driver that is asynchronous. */
export async function awaitSteps<Asked, Answer, Result>(
  steps: Generator<Asked, Result, Answer>,
  load: (asked: Asked) => Promise<Answer>,
): Promise<Result> {
  let next = steps.next()
  while (next.done !== true) next = steps.next(await load(next.value))
  return next.value
}
