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

/** How an index is searched. */
export interface IndexSearchOptions {
  /** At most so many hits, 1 or more. Default 10. */
  readonly limit?: number
  /** The name of the query's language, where that is known. Default: guessed, if the index has several. */
  readonly language?: string
  /** Whether a document may be found. May be asked several times about one. What is left out still counts for how rare a word is. */
  readonly filter?: (document: IndexedDocument) => boolean
  /**
   * By how much a document's score is multiplied, 0 or more; with 0 it is not found. It is asked about every document that has
   * a word of the query, so it should be quick.
   */
  readonly boost?: (document: IndexedDocument) => number
  /**
   * Lets dated documents fade: after so many days one counts half. `now` is the time to reckon from. Documents without a date
   * do not fade. Default: nothing fades.
   */
  readonly recency?: { readonly halfLifeDays: number; readonly now: Date }
  /** 0 (default: the best alone) to 1 (as different as can be): how much hits are spread over different things (MMR). */
  readonly diversity?: number
}

/** A request with its defaults. */
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

/** @throws LamellaError `OPTION_INVALID` for a factor that is none */
export function boostOf(boost: NonNullable<IndexSearchOptions['boost']>, document: IndexedDocument): number {
  const factor: unknown = boost(document)
  if (typeof factor === 'number' && factor >= 0 && factor < Number.POSITIVE_INFINITY) return factor
  throw invalid('boost', `gave ${String(factor)} for a document; it must give a finite number, 0 or more`)
}

function invalid(option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `search: '${option}' ${problem}.`,
    fix: 'Correct what is given to search().',
    details: { what: 'search', option },
  })
}
