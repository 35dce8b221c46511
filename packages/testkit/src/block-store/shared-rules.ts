import type { ContractLine } from '../kit/conformance-error.ts'
import { type SharedRules, searchLines } from '../stores/shared-rules.ts'

const capability: ContractLine = [
  'SessionStore',
  'Optional methods are capabilities: a store that lacks one does not support it.',
]
export const refused: ContractLine = [
  'BlockStore',
  'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged.',
]
const apart: ContractLine = [
  'BlockStore',
  'A block belongs to one scope (tenant, user, agent) and is never returned to another one',
]
const lists: ContractLine = [
  'BlockStore.list',
  'Lists the blocks of exactly this scope, by id in code unit order, without their texts.',
]
export const deletes: ContractLine = [
  'BlockStore.delete',
  'Removes a block with everything derived from it; returns whether it existed.',
]
const erases: ContractLine = [
  'BlockStore.erase',
  'Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
]
const says: ContractLine = ['StoredBlock.text', 'As passed to `create` or `setText`']
export const searches: ContractLine = [
  'BlockStore.search',
  'Returns the best blocks for a plain-language query, by texts and labels, best first.',
]
const closes: ContractLine = ['BlockStore.close', 'Closes open resources. Safe to call twice.']

/** Codes of the rules that all stores share, for block stores, with the lines of the contract they check. */
export const blockRules: SharedRules = {
  scope: { code: 'BLOCK_SCOPE', contract: refused },
  idsRefused: { code: 'BLOCK_IDS_REFUSED', contract: refused },
  ids: { code: 'BLOCK_IDS', contract: apart },
  owners: { code: 'BLOCK_OWNERS', contract: apart },
  listOrder: { code: 'BLOCK_LIST_ORDER', contract: lists },
  list: { code: 'BLOCK_LIST', contract: lists },
  listLimit: {
    code: 'BLOCK_LIST_LIMIT',
    contract: ['BlockListRequest.limit', 'The most entries to return, 1 or more.'],
  },
  isolation: { code: 'BLOCK_ISOLATION', contract: apart },
  delete: { code: 'BLOCK_DELETE', contract: deletes },
  erase: { code: 'BLOCK_ERASE', contract: erases },
  search: { code: 'BLOCK_SEARCH', contract: searches },
  searchHits: { code: 'BLOCK_SEARCH_HITS', contract: searchLines.limit },
  searchGone: { code: 'BLOCK_SEARCH_GONE', contract: deletes },
  searchQuery: { code: 'BLOCK_SEARCH_QUERY', contract: searchLines.query },
  searchDates: { code: 'BLOCK_SEARCH_DATES', contract: searchLines.dates },
  searchRecency: { code: 'BLOCK_SEARCH_RECENCY', contract: searchLines.recency },
  searchDiversity: { code: 'BLOCK_SEARCH_DIVERSITY', contract: searchLines.diversity },
  searchIndexed: { code: 'BLOCK_SEARCH_INDEXED', contract: searchLines.indexed },
  capabilities: { code: 'BLOCK_CAPABILITIES', contract: capability },
  large: { code: 'BLOCK_LARGE', contract: says },
  close: { code: 'BLOCK_CLOSE', contract: closes },
}
