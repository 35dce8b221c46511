import { throwIfAborted } from '@lamella/core/plugin'
import type { Asked } from '@lamella/ranker-bm25/stores'
import type { CheckedSearch, Indexed, Owner } from '@lamella/store'
import {
  type Findable,
  questionVector,
  type Ranking,
  rankTexts,
  runSteps,
  type WordScores,
} from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import type { Owners } from '../database/owners.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { storeTerms } from './terms.ts'

/** One searchable kind of data. All methods are called in a transaction. */
export interface Collection<Found> {
  score(owner: number, asked: readonly Asked[]): WordScores
  /** Reads items by number; missing and unreadable ones are left out. */
  load(ids: readonly number[]): ReadonlyMap<number, Findable<Found>>
  /** Returns the highest factor of an item of an owner. Default 1. */
  highestFactor?(owner: number): number
}

/** What is searched of an owner's items. */
export interface Meant {
  /** Whether a number is included, for items of one session. Called in a transaction. */
  readonly numbers?: (() => (id: number) => boolean) | undefined
  /** Returns how far the index of what is searched has come. Called in a transaction. */
  readonly indexed: (owner: number) => Indexed
}

const nothing: Ranking<never> = { found: [], indexed: { of: 0, done: 0 } }

/** Returns the best items of an owner for a query. */
export function createSearch<Found>(
  access: Access,
  owners: Owners,
  { score, load, highestFactor }: Collection<Found>,
  vectors: Vectors | undefined,
  { vectorWeight: weight, tell }: Settings,
): (owner: Owner, request: CheckedSearch, meant: Meant) => Promise<Ranking<Found>> {
  const terms = storeTerms()
  return async (owner, request, meant) => {
    throwIfAborted(request.signal, 'The search')
    // Vectors find something for any text, but a query without words finds nothing.
    const asked = terms.asked(request.query)
    const found = await access.read(() => owners.find(owner))
    if (found === undefined) return nothing
    if (asked.length === 0) return { found: [], indexed: await access.read(() => meant.indexed(found)) }
    const question = await questionVector(vectors, found, request, (what) => tell(notice('EMBEDDING_FAILED', what)))
    return access.read(() => {
      // Checked again: the owner's data may have been erased while the embedder ran.
      const id = owners.find(owner)
      if (id === undefined) return nothing
      const steps = rankTexts<Found>(request, {
        words: () => score(id, asked),
        likeness: question && (vectors?.likeness(id, question) ?? new Map()),
        accepts: meant.numbers?.(),
        ...{ highestFactor: highestFactor?.(id) ?? 1, weight, termsOf: terms.of },
      })
      return { found: runSteps(steps, load), indexed: meant.indexed(id) }
    })
  }
}
