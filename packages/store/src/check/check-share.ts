import type { Scope } from '@lamella/core'
import type { BlockShareOptions } from '../contract/block-sharing.ts'
import { checkId, invalid, type Owner, ownerOf } from './check.ts'
import { mustBeRecord } from './check-request.ts'

/** With whom a block is shared, in the form that every store keeps. */
export interface Grant {
  readonly grantee: Owner
  readonly permission: string
  readonly write: boolean
}

/**
 * Validates a share: in one tenant, and not with the owner itself.
 *
 * @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID`
 */
export function checkShare(owner: Owner, grantee: Scope, options: BlockShareOptions): Grant {
  const other = ownerOf(grantee)
  if (owner.tenant !== other.tenant) throw invalid('grantee', 'is of another tenant: shares stay in one tenant')
  if (compareOwners(owner, other) === 0) throw invalid('grantee', 'is the owner of the block')
  const { permission, write = false } = mustBeRecord('options', options, ['permission', 'write'])
  if (typeof write !== 'boolean') throw invalid('options.write', 'is not true or false')
  return { grantee: other, permission: checkId('options.permission', permission), write }
}

/** Compares owners of one tenant: by user and agent in code unit order. */
export function compareOwners(a: Owner, b: Owner): number {
  if (a.user !== b.user) return a.user < b.user ? -1 : 1
  if (a.agent !== b.agent) return a.agent < b.agent ? -1 : 1
  return 0
}

/** Returns an owner as a scope, without empty fields. */
export function scopeOf({ tenant, user, agent }: Owner): Scope {
  return { tenant, ...(user === '' ? {} : { user }), ...(agent === '' ? {} : { agent }) }
}
