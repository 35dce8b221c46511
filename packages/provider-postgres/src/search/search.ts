import { throwIfAborted } from '@lamella/core/plugin'
import type { CheckedSearch, Indexed, Owner } from '@lamella/store'
import { type Findable, questionVector, type Ranking } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import type { IndexPart, Kind } from './kinds.ts'
import type { OwnTexts } from './known-texts.ts'
import type { CatchUpRequest } from './message-index.ts'
import { rankAll, rankBoth } from './rank.ts'
import type { Reading } from './read-index.ts'
import type { SearchSetup } from './search-setup.ts'

/** One searchable kind of data. */
export interface Collection<Found> {
  readonly kind: Kind
  /** Indexes texts of an owner that are not indexed yet, for some time. */
  catchUp(request: Omit<CatchUpRequest, 'time'>): Promise<unknown>
  /** Returns how far the index has come. Called in a transaction. */
  indexed(reading: Reading, texts: OwnTexts, session: number | undefined): Promise<Indexed>
  /** Reads items by number; missing and unreadable ones are left out. Called in a transaction. */
  load(reading: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, Findable<Found>>>
  /** Returns the highest factor of an item of an owner. Default 1. */
  highestFactor?(texts: OwnTexts): number
}

/** Returns the best items of an owner for a query; with the sort key of a session, only messages of that session. */
export type Search<Found> = (owner: Owner, request: CheckedSearch, session?: Uint8Array) => Promise<Ranking<Found>>

/** The number of no session. */
const none = -1

export function createSearch<Found>(
  database: Database,
  { terms, index }: SearchSetup,
  { kind, catchUp, indexed, load, highestFactor = () => 1 }: Collection<Found>,
  vectors: Vectors | undefined,
  { vectorWeight: weight, tell }: Settings,
): Search<Found> {
  const { schema } = database
  const owners = createOwners(schema)
  const sessionIn = async ({ statements, part }: Reading, sort: Uint8Array): Promise<number | undefined> => {
    const [row] = await statements.query<{ readonly id: number | string }>(
      `SELECT id FROM ${schema}.sessions WHERE tenant = $1 AND owner = $2 AND sort = $3`,
      ...[part.tenant, part.owner, sort],
    )
    return row && Number(row.id)
  }
  return async (owner, request, sort) => {
    throwIfAborted(request.signal, 'The search')
    const asked = terms.asked(request.query)
    const number = await database.read(owner.tenant, (statements) => owners.find(statements, owner))
    if (number === undefined) return { found: [], indexed: { of: 0, done: 0 } }
    const part: IndexPart = { tenant: toStored(owner.tenant), owner: number, kind }
    await catchUp({ part, owner, session: sort, signal: request.signal })
    // Vectors find something for any text, but a query without words finds nothing.
    const question =
      asked.length === 0
        ? undefined
        : await questionVector(vectors, part, request, (what) => tell(notice('EMBEDDING_FAILED', what)))
    return database.read(
      owner.tenant,
      async (statements) => {
        const found = await index.read(statements, part, asked)
        const { runs } = found.texts
        const reading = { statements, part, runs }
        const session = sort && ((await sessionIn(reading, sort)) ?? none)
        const progress = await indexed(reading, found.texts, session)
        if (asked.length === 0) return { found: [], indexed: progress }
        const matches = {
          words: () => index.score(found, asked),
          accepts: sort && ((id: number) => runs.of(id)?.item === session),
          ...{ highestFactor: highestFactor(found.texts), weight, termsOf: terms.of },
        }
        const ranking = { request, matches, load: (ids: readonly number[]) => load(reading, ids) }
        const ranked = await (question && vectors
          ? rankBoth(reading, ranking, vectors, question, session)
          : rankAll(ranking, undefined))
        return { found: ranked, indexed: progress }
      },
      request.signal,
    )
  }
}
