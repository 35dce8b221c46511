import type { ContractLine } from '../kit/conformance-error.ts'
import { type SharedRules, searchLines } from '../stores/shared-rules.ts'

const capability: ContractLine = ['SessionStore', 'a store that lacks one does not support it.']
const refused: ContractLine = [
  'SessionStore',
  'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id that is empty, too long or contains half of a surrogate pair.',
]
const apart: ContractLine = [
  'SessionStore',
  'A session belongs to one scope (tenant, user, agent; `session` and `kind` of a scope are ignored) and has an id in it, such as `telegram_4711`',
]
const lists: ContractLine = ['SessionStore.list', 'Lists the sessions of exactly this scope, by id in code unit order.']
const deletes: ContractLine = [
  'SessionStore.delete',
  'Removes a session with everything derived from it; returns whether it existed.',
]
const erases: ContractLine = [
  'SessionAdmin.erase',
  'Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
]
const searches: ContractLine = [
  'SessionStore.search',
  "Returns the best messages of a scope's sessions (or of one of them) for a plain-language query, best first.",
]
const closes: ContractLine = [
  'SessionStore',
  'Stores have no `close`: it belongs to what opened the database or the files.',
]

/** Codes of the rules that all stores share, for session stores, with the lines of the contract they check. */
export const sessionRules: SharedRules = {
  scope: { code: 'SESSION_SCOPE', contract: refused },
  idsRefused: { code: 'SESSION_IDS_REFUSED', contract: refused },
  ids: { code: 'SESSION_IDS', contract: apart },
  owners: { code: 'SESSION_OWNERS', contract: apart },
  listOrder: { code: 'SESSION_LIST_ORDER', contract: lists },
  list: { code: 'SESSION_LIST', contract: lists },
  listLimit: { code: 'SESSION_LIST_LIMIT', contract: searchLines.limit },
  isolation: { code: 'SESSION_ISOLATION', contract: apart },
  delete: { code: 'SESSION_DELETE', contract: deletes },
  erase: { code: 'SESSION_ERASE', contract: erases },
  search: { code: 'SESSION_SEARCH', contract: searches },
  searchHits: { code: 'SESSION_SEARCH_HITS', contract: searchLines.limit },
  searchGone: { code: 'SESSION_SEARCH_GONE', contract: deletes },
  searchQuery: { code: 'SESSION_SEARCH_QUERY', contract: searchLines.query },
  searchDates: { code: 'SESSION_SEARCH_DATES', contract: searchLines.dates },
  searchRecency: { code: 'SESSION_SEARCH_RECENCY', contract: searchLines.recency },
  searchDiversity: { code: 'SESSION_SEARCH_DIVERSITY', contract: searchLines.diversity },
  searchIndexed: { code: 'SESSION_SEARCH_INDEXED', contract: searchLines.indexed },
  capabilities: { code: 'SESSION_CAPABILITIES', contract: capability },
  large: { code: 'SESSION_LARGE', contract: apart },
  close: { code: 'SESSION_CLOSE', contract: closes },
}
