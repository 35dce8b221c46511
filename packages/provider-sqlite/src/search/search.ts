import { throwIfAborted } from '@lamella/core/plugin'
import {
  type Extent,
  type Findable,
  type KeywordScores,
  questionVector,
  rankTexts,
  runSteps,
  type Scored,
} from '@lamella/core/search'
import type { CheckedSearch, Owner } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import type { Owners } from '../database/owners.ts'
import { notice } from '../notices.ts'
import type { Tell } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import type { ScoreWords } from './keyword-scores.ts'
import type { Ask } from './question.ts'
import { termsOf } from './terms.ts'

/** One searchable kind of data. All methods are called in a transaction. */
export interface Collection<Found> {
  readonly ask: Ask
  readonly scoreWords: ScoreWords
  extentOf(owner: number): Extent
  /** Reads items by number; missing and unreadable ones are left out. */
  load(ids: readonly number[]): ReadonlyMap<number, Findable<Found>>
  /** Adjusts scores by context. */
  spread?(scores: KeywordScores): Map<number, number>
}

/** The filter on an owner's items. */
export interface Meant<Found> {
  /** Whether a number is included, for items of one session. Called in a transaction. */
  readonly numbers?: (() => (id: number) => boolean) | undefined
  readonly item: (found: Findable<Found>) => boolean
}

/** Returns the best items of an owner for a query. */
export function createSearch<Found>(
  access: Access,
  owners: Owners,
  { ask, scoreWords, extentOf, load, spread }: Collection<Found>,
  vectors: Vectors | undefined,
  weight: number,
  tell: Tell,
): (owner: Owner, request: CheckedSearch, meant: Meant<Found>) => Promise<readonly Scored<Found>[]> {
  return async (owner, request, meant) => {
    throwIfAborted(request.signal, 'The search')
    // Vectors find something for any text, but a query without words finds nothing.
    if (termsOf(request.query).length === 0) return []
    const found = await access.read(() => owners.find(owner))
    if (found === undefined) return []
    const question = await questionVector(vectors, found, request, (what) => tell(notice('EMBEDDING_FAILED', what)))
    return access.read(() => {
      // Checked again: the owner's data may have been erased while the embedder ran.
      const id = owners.find(owner)
      if (id === undefined) return []
      const steps = rankTexts<Found>(request, {
        words: () => scoreWords(ask(id, request.query), extentOf(id)),
        likeness: question && (vectors?.likeness(id, question) ?? new Map()),
        isMeant: meant.numbers?.(),
        isItemMeant: meant.item,
        ...{ spread, weight, termsOf },
      })
      return runSteps(steps, load)
    })
  }
}
