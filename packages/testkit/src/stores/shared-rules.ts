import type { ContractLine } from '../kit/conformance-error.ts'

/**
 * The code of a rule that every store has, and its line of the contract. Written in full for each kind of store so that
 * it can be searched for.
 */
interface SharedRule {
  readonly code: string
  readonly contract: ContractLine
}

/** Rules of every store. */
export type StoreRules = Readonly<Record<StoreRuleName, SharedRule>>

/** Rules of every store that can be searched. */
export type SharedRules = StoreRules & Readonly<Record<SearchRuleName, SharedRule>>

type StoreRuleName =
  | 'scope'
  | 'idsRefused'
  | 'ids'
  | 'owners'
  | 'listOrder'
  | 'list'
  | 'listLimit'
  | 'isolation'
  | 'delete'
  | 'erase'
  | 'capabilities'
  | 'large'
  | 'close'

type SearchRuleName =
  | 'search'
  | 'searchHits'
  | 'searchGone'
  | 'searchQuery'
  | 'searchDates'
  | 'searchRecency'
  | 'searchDiversity'
  | 'searchIndexed'

/** Lines about search, which all stores share. */
export const searchLines: Readonly<
  Record<'query' | 'limit' | 'recency' | 'diversity' | 'dates' | 'indexed', ContractLine>
> = {
  query: ['SearchRequest.query', 'Plain language in any script; nothing in it is syntax.'],
  limit: ['SearchRequest.limit', 'The most entries to return, 1 or more'],
  recency: ['SearchRequest.recency', "Halves an entry's score every `halfLifeDays`, counted back from `now`."],
  diversity: ['SearchRequest.diversity', 'how much hits are spread over different things (MMR)'],
  indexed: ['Indexed.of', 'The number of texts that the searched scope or session has, whatever the filter.'],
  dates: ['MemoryFilter', 'ISO 8601 days or instants, both inclusive'],
}
