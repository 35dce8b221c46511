import type { ContractLine } from '../kit/conformance-error.ts'
import { type StoreRules, searchLines } from '../stores/shared-rules.ts'

const capability: ContractLine = [
  'SessionStore',
  'Optional methods are capabilities: a store that lacks one does not support it.',
]
const refused: ContractLine = [
  'BlobStore',
  'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id of a session or blob that is not valid.',
]
const apart: ContractLine = ['BlobStore', 'Whoever knows an id reads it only in a session that has it.']
const lists: ContractLine = [
  'BlobStore.sessions',
  'Lists the sessions of exactly this scope that have blobs, whether or not they exist, in code unit order.',
]
const deletes: ContractLine = ['BlobStore.delete', 'Takes one blob, or all, from a session, and returns their number.']
const erases: ContractLine = [
  'BlobStore.erase',
  'Removes the blobs of a scope and of narrower scopes, and returns the number of sessions that had some.',
]
const keeps: ContractLine = [
  'BlobStore.put',
  "Keeps a content for a session, as durably as the store's settings promise.",
]
const closes: ContractLine = ['BlobStore.close', 'Closes open resources. Safe to call twice.']

/** Codes of the rules that all stores share, for blob stores, with the lines of the contract they check. */
export const blobRules: StoreRules = {
  scope: { code: 'BLOB_SCOPE', contract: refused },
  idsRefused: { code: 'BLOB_IDS_REFUSED', contract: refused },
  ids: { code: 'BLOB_IDS', contract: apart },
  owners: { code: 'BLOB_OWNERS', contract: apart },
  listOrder: { code: 'BLOB_LIST_ORDER', contract: lists },
  list: { code: 'BLOB_LIST', contract: lists },
  listLimit: { code: 'BLOB_LIST_LIMIT', contract: searchLines.limit },
  isolation: { code: 'BLOB_ISOLATION', contract: apart },
  delete: { code: 'BLOB_DELETE', contract: deletes },
  erase: { code: 'BLOB_ERASE', contract: erases },
  capabilities: { code: 'BLOB_CAPABILITIES', contract: capability },
  large: { code: 'BLOB_LARGE', contract: keeps },
  close: { code: 'BLOB_CLOSE', contract: closes },
}
