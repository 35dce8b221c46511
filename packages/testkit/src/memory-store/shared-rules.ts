import type { ContractLine } from '../kit/conformance-error.ts'
import { type SharedRules, searchLines } from '../stores/shared-rules.ts'

const capability: ContractLine = [
  'SessionStore',
  'Optional methods are capabilities: a store that lacks one does not support it.',
]
const refused: ContractLine = [
  'MemoryStore',
  'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged.',
]
const apart: ContractLine = [
  'MemoryStore',
  'Entries belong to one scope (tenant, user, agent) and are never returned to another one.',
]
const lists: ContractLine = ['MemoryStore.list', 'Lists the entries of exactly this scope, by id in code unit order.']
const deletes: ContractLine = [
  'MemoryStore.delete',
  'Removes an entry with its index rows and vectors; returns whether it existed.',
]
const erases: ContractLine = [
  'MemoryStore.erase',
  'Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
]
const searches: ContractLine = [
  'MemoryStore.search',
  'Returns the best entries for a plain-language query, best first.',
]
const closes: ContractLine = ['MemoryStore.close', 'Closes open resources. Safe to call twice.']

/** Codes of the rules that all stores share, for memory stores, with the lines of the contract they check. */
export const memoryRules: SharedRules = {
  scope: { code: 'MEMORY_SCOPE', contract: refused },
  idsRefused: { code: 'MEMORY_IDS_REFUSED', contract: refused },
  ids: { code: 'MEMORY_IDS', contract: apart },
  owners: { code: 'MEMORY_OWNERS', contract: apart },
  listOrder: { code: 'MEMORY_LIST_ORDER', contract: lists },
  list: { code: 'MEMORY_LIST', contract: lists },
  listLimit: { code: 'MEMORY_LIST_LIMIT', contract: searchLines.limit },
  isolation: { code: 'MEMORY_ISOLATION', contract: apart },
  delete: { code: 'MEMORY_DELETE', contract: deletes },
  erase: { code: 'MEMORY_ERASE', contract: erases },
  search: { code: 'MEMORY_SEARCH', contract: searches },
  searchHits: { code: 'MEMORY_SEARCH_HITS', contract: searchLines.limit },
  searchGone: { code: 'MEMORY_SEARCH_GONE', contract: deletes },
  searchQuery: { code: 'MEMORY_SEARCH_QUERY', contract: searchLines.query },
  searchDates: { code: 'MEMORY_SEARCH_DATES', contract: searchLines.dates },
  searchRecency: { code: 'MEMORY_SEARCH_RECENCY', contract: searchLines.recency },
  searchDiversity: { code: 'MEMORY_SEARCH_DIVERSITY', contract: searchLines.diversity },
  searchIndexed: { code: 'MEMORY_SEARCH_INDEXED', contract: searchLines.indexed },
  capabilities: { code: 'MEMORY_CAPABILITIES', contract: capability },
  large: { code: 'MEMORY_LARGE', contract: apart },
  close: { code: 'MEMORY_CLOSE', contract: closes },
}
