import type { BlockShareOptions } from '../../contract/block-sharing.ts'
import type { Scope } from '../../contract/scope.ts'
import { checkId, invalid, type Owner, ownerOf } from './check.ts'
import { mustBeRecord } from './check-request.ts'

/** A share as every store keeps it. */
export interface CheckedShare {
  readonly owner: Owner
  readonly grantee: Owner
  readonly permission: string
  readonly write: boolean
}

/**
 * A share that can be made: inside of one tenant, and with somebody else.
 *
 * @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID`
 */
export function checkShare(scope: Scope, grantee: Scope, options: BlockShareOptions): CheckedShare {
  const [owner, other] = [ownerOf(scope), ownerOf(grantee)]
  if (owner.tenant !== other.tenant)
    throw invalid('grantee', 'is of another tenant, and blocks are shared inside of one')
  if (compareOwners(owner, other) === 0) throw invalid('grantee', 'is the owner of the block')
  const { permission, write = false, ...others } = mustBeRecord('options', options)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid(`options.${unknown}`, 'is no field of it')
  if (typeof write !== 'boolean') throw invalid('options.write', 'is neither true nor false')
  return { owner, grantee: other, permission: checkId('options.permission', permission), write }
}

/** The order of owners of one tenant: by user and agent in code unit order. */
export function compareOwners(a: Owner, b: Owner): number {
  if (a.user !== b.user) return a.user < b.user ? -1 : 1
  if (a.agent !== b.agent) return a.agent < b.agent ? -1 : 1
  return 0
}

/** An owner as a scope: what it has not is left out. */
export function scopeOf({ tenant, user, agent }: Owner): Scope {
  return { tenant, ...(user === '' ? {} : { user }), ...(agent === '' ? {} : { agent }) }
}
