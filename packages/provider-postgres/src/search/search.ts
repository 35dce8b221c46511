import { throwIfAborted } from '@lamella/core/plugin'
import {
  awaitSteps,
  type Findable,
  questionVector,
  rankTexts,
  type Scored,
  scoreTexts,
  withNeighbours,
} from '@lamella/core/search'
import type { CheckedSearch, Owner } from '@lamella/core/store'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import type { Similar } from '../vectors/likeness.ts'
import type { Vectors } from '../vectors/vectors.ts'
import type { IndexPart, Kind } from './kinds.ts'
import { type FoundWords, type Run, type Runs, readIndex } from './read-index.ts'
import type { Terms } from './terms.ts'

/** What a search has found so far, in one transaction. */
export interface Reading {
  readonly statements: Statements
  readonly part: IndexPart
  readonly runs: Runs
}

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
        const steps = rankTexts<Found>(request, {
          words: () => scoreTexts(asked, words.extent, words.holdersOf),
          likeness: question && likenessOf(kind, words, (await vectors?.likeness(statements, part, question)) ?? []),
          isMeant: meant.session && ((id) => words.runs.of(id)?.item === session),
          isItemMeant: meant.item,
          spread: kind === 'message' ? (scores) => withNeighbours(scores, precedingIn(words.runs)) : undefined,
          ...{ weight, termsOf: terms.of },
        })
        return awaitSteps(steps, (ids) => load(reading, ids))
      },
      request.signal,
    )
  }
}

/** Similarities by the numbers that texts have in a search. */
function likenessOf(kind: Kind, { runs }: FoundWords, similar: readonly Similar[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const { item, position, likeness } of similar) {
    const id = kind === 'message' ? runs.numberOf(item, position) : item
    if (id !== undefined) found.set(id, likeness)
  }
  return found
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

/** Returns the position of a message in its session. */
export function placeIn(run: Run, number: number): number {
  return run.position + number - run.number
}
