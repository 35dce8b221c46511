import type { Formula, Query } from '../postings/types.ts'
import type { CheckedRequest } from './request.ts'
import type { IndexState } from './state.ts'

/** A search, with the data needed to explain its hits. */
export interface SearchRecord {
  readonly state: IndexState
  /** The index version at the time of the search. */
  readonly version: number
  readonly query: Query
  /** The same query with the rarities of echoes; `undefined` if no document is of one. */
  readonly echoQuery: Query | undefined
  readonly formula: Formula
  readonly request: CheckedRequest
  /** The scores that sessions add to their turns. */
  readonly added: ReadonlyMap<string | undefined, number> | undefined
}
