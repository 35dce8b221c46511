import { throwIfAborted } from '@lamella/core/plugin'
import { type Findable, questionVector, type Scored } from '@lamella/core/search'
import type { CheckedSearch, Owner } from '@lamella/core/store'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import type { IndexPart, Kind } from './kinds.ts'
import type { OwnTexts } from './known-texts.ts'
import { type Ranking, rankAll, rankBoth } from './rank.ts'
import type { Reading } from './read-index.ts'
import type { SearchSetup } from './search-setup.ts'

/** One searchable kind of data. */
export interface Collection<Found> {
  readonly kind: Kind
  /** Indexes the texts of an owner that are not indexed yet. */
  catchUp(part: IndexPart, signal: AbortSignal | undefined): Promise<unknown>
  /** Reads items by number; missing and unreadable ones are left out. Called in a transaction. */
  load(reading: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, Findable<Found>>>
  /** Returns the highest factor of an item of an owner. Default 1. */
  highestFactor?(texts: OwnTexts): number
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
  { terms, index }: SearchSetup,
  { kind, catchUp, load, highestFactor = () => 1 }: Collection<Found>,
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
    const number = await database.read(owner.tenant, (statements) => owners.find(statements, owner))
    if (number === undefined) return []
    const part: IndexPart = { tenant: toStored(owner.tenant), owner: number, kind }
    await catchUp(part, request.signal)
    const question = await questionVector(vectors, part, request, (what) => tell(notice('EMBEDDING_FAILED', what)))
    return database.read(
      owner.tenant,
      async (statements) => {
        const found = await index.read(statements, part, asked)
        const { runs } = found.texts
        const reading = { statements, part, runs }
        const session = meant.session && (await meant.session(reading))
        const ranking: Ranking<Found> = {
          request,
          matches: {
            words: () => index.score(found, asked),
            isMeant: meant.session && ((id) => runs.of(id)?.item === session),
            isItemMeant: meant.item,
            ...{ highestFactor: highestFactor(found.texts), weight, termsOf: terms.of },
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
