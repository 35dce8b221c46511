import type { ContractLine } from '../kit/conformance-error.ts'
import { type SharedRules, searchLines } from '../stores/shared-rules.ts'

const capability: ContractLine = [
  'SessionStore',
  'A method that is optional here is a capability: a store that lacks it cannot do that.',
]
const refused: ContractLine = [
  'SessionStore',
  'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id that is empty, too long or has half of a surrogate pair.',
]
const apart: ContractLine = [
  'SessionStore',
  'A session belongs to one scope (tenant, user, agent; `session` and `kind` of a scope are not looked at) and has an id in it',
]
const lists: ContractLine = ['SessionStore.list', 'Sessions of exactly this scope, by id in code unit order.']
const deletes: ContractLine = [
  'SessionStore.delete',
  'Removes a session with all that was derived from it; whether there was one.',
]
const erases: ContractLine = [
  'SessionStore.erase',
  'Removes everything of a scope and of the narrower ones in it: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
]
const searches: ContractLine = [
  'SessionStore.search',
  "The best messages of a scope's sessions (or of one of them) for a question in plain language, best first.",
]
const closes: ContractLine = ['SessionStore.close', 'Ends what is open. Safe to call twice.']

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
  capabilities: { code: 'SESSION_CAPABILITIES', contract: capability },
  large: { code: 'SESSION_LARGE', contract: apart },
  close: { code: 'SESSION_CLOSE', contract: closes },
}
