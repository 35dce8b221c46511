import { LamellaError } from '@lamella/core'
import {
  type Check,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeNumber,
  mustBeText,
  mustBeWhole,
} from '@lamella/core/plugin'
import type { IndexedDocument } from './document.ts'

/** Options of a search. */
export interface IndexSearchOptions {
  /** The maximum number of hits to return, 1 or more. Default 10. */
  readonly limit?: number
  /** The name of the query's language, if known. Default: guessed, if the index has several. */
  readonly language?: string
  /**
   * Returns whether a document may be found. May be called several times for a document. Excluded documents still
   * affect how rare a word is.
   */
  readonly filter?: (document: IndexedDocument) => boolean
  /**
   * Returns the factor for a document's score, 0 or more; a document with 0 is not found. It is called for every
   * document that contains a query word, so it should be fast.
   */
  readonly boost?: (document: IndexedDocument) => number
  /**
   * Halves a dated document's score every `halfLifeDays`, counted back from `now`. Documents without a date do not
   * fade. Default: nothing fades.
   */
  readonly recency?: { readonly halfLifeDays: number; readonly now: Date }
  /** How much to diversify the hits (MMR), from 0 (default: rank by score only) to 1 (as different as possible). */
  readonly diversity?: number
}

/** The validated search options, with defaults. */
export interface CheckedRequest {
  readonly limit: number
  readonly diversity: number
  readonly language: string | undefined
  readonly filter: IndexSearchOptions['filter'] | undefined
  readonly boost: IndexSearchOptions['boost'] | undefined
  readonly recency: IndexSearchOptions['recency'] | undefined
}

const mustBeRecency: Check = (value) => {
  if (!isObject(value)) return 'must be an object with halfLifeDays and now'
  const { halfLifeDays, now } = value
  if (!(typeof halfLifeDays === 'number' && halfLifeDays > 0 && halfLifeDays < Number.POSITIVE_INFINITY)) {
    return 'must have halfLifeDays, a number above 0'
  }
  return now instanceof Date && !Number.isNaN(now.getTime()) ? undefined : 'must have now, a valid Date'
}

const checks = {
  limit: mustBeWhole(1),
  language: mustBeText,
  filter: mustBeFunction,
  boost: mustBeFunction,
  recency: mustBeRecency,
  diversity: mustBeNumber(0, 1),
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkRequest(query: string, options: IndexSearchOptions): CheckedRequest {
  if (typeof query !== 'string') throw invalid('query', 'must be a string')
  const { limit = 10, diversity = 0, language, filter, boost, recency } = checkOptions('search', options, checks)
  return { limit, diversity, language, filter, boost, recency }
}

/** @throws LamellaError `OPTION_INVALID` for an invalid factor */
export function boostOf(boost: NonNullable<IndexSearchOptions['boost']>, document: IndexedDocument): number {
  const factor: unknown = boost(document)
  if (typeof factor === 'number' && factor >= 0 && factor < Number.POSITIVE_INFINITY) return factor
  throw invalid('boost', `returned ${String(factor)} for a document, but must return a finite number, 0 or more`)
}

function invalid(option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `search: '${option}' ${problem}.`,
    fix: 'Correct the arguments of search().',
    details: { what: 'search', option },
  })
}
