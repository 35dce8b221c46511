import { throwIfAborted } from '@lamella/core/plugin'
import { type Findable, questionVector, type Scored, scoresIn, scoreTexts, withNeighbours } from '@lamella/core/search'
import type { CheckedSearch, Owner } from '@lamella/core/store'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import type { IndexPart, Kind } from './kinds.ts'
import { asksAt } from './postings.ts'
import { type Ranking, rankAll, rankBoth } from './rank.ts'
import { placeIn, type Reading, type Runs, readIndex } from './read-index.ts'
import type { Terms } from './terms.ts'

/** One searchable kind of data. */
export interface Collection<Found> {
  readonly kind: Kind
  /** Indexes the texts of an owner that are not indexed yet. */
  catchUp(part: IndexPart, signal: AbortSignal | undefined): Promise<void>
  /** Reads items by number; missing and unreadable ones are left out. Called in a transaction. */
  load(reading: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, Findable<Found>>>
}

/** The filter on an owner's items. */
interface Meant<Found> {
  /** Restricts messages to a session: returns its number, `undefined` if it does not exist. Called in a transaction. */
  readonly session?: ((reading: Reading) => Promise<number | undefined>) | undefined
  readonly item: (found: Findable<Found>) => boolean
}

/** Returns the best items of an owner for a query. */
export type Search<Found> = (
  owner: Owner,
  request: CheckedSearch,
  meant: Meant<Found>,
) => Promise<readonly Scored<Found>[]>

export function createSearch<Found>(
  database: Database,
  terms: Terms,
  { kind, catchUp, load }: Collection<Found>,
  vectors: Vectors | undefined,
  { vectorWeight: weight, tell }: Settings,
): Search<Found> {
  const { schema } = database
  const owners = createOwners(schema)
  return async (owner, request, meant) => {
    throwIfAborted(request.signal, 'The search')
    const asked = terms.asked(request.query)
    // Vectors find something for any text, but a query without words finds nothing.
    if (asked.length === 0) return []
    const found = await database.read(owner.tenant, (statements) => owners.find(statements, owner))
    if (found === undefined) return []
    const part: IndexPart = { tenant: toStored(owner.tenant), owner: found, kind }
    await catchUp(part, request.signal)
    const question = await questionVector(vectors, part, request, (what) => tell(notice('EMBEDDING_FAILED', what)))
    return database.read(
      owner.tenant,
      async (statements) => {
        const words = await readIndex(schema, statements, part, asked)
        const reading = { statements, part, runs: words.runs }
        const session = meant.session && (await meant.session(reading))
        const ranking: Ranking<Found> = {
          request,
          matches: {
            words: () => {
              const scored = scoreTexts(asked, words.extent, words.holdersOf)
              const scores =
                kind === 'message'
                  ? withNeighbours(scored, precedingIn(words.runs), askingIn(words.runs))
                  : scored.scores
              return { scores: scoresIn(scores), most: scored.most }
            },
            isMeant: meant.session && ((id) => words.runs.of(id)?.item === session),
            isItemMeant: meant.item,
            ...{ weight, termsOf: terms.of },
          },
          load: (ids) => load(reading, ids),
        }
        return question && vectors
          ? rankBoth(reading, ranking, vectors, question, session)
          : rankAll(ranking, undefined)
      },
      request.signal,
    )
  }
}

function precedingIn(runs: Runs): (number: number, turns: number) => number | undefined {
  return (number, turns) => {
    const run = runs.of(number)
    if (run === undefined) return undefined
    const preceding = number - turns
    if (preceding >= run.number && preceding < run.number + run.count) return preceding
    return runs.numberOf(run.item, placeIn(run, number) - turns)
  }
}

function askingIn(runs: Runs): (numbers: readonly number[]) => ReadonlySet<number> {
  return (numbers) =>
    new Set(
      numbers.filter((number) => {
        const run = runs.of(number)
        return run !== undefined && asksAt(run.lengths, number - run.number)
      }),
    )
}
