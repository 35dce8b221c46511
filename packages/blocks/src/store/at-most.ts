import { accesses, type Decision, decide } from '../permissions/decide.ts'
import type { MemoryPermission } from '../permissions/permission.ts'

/** Whether a permission allows nothing that another one does not: `Append` and `Partner` are neither more than the other. */
export function isAtMost(permission: MemoryPermission, other: MemoryPermission): boolean {
  return accesses.every((access) => isNoMore(decide(permission, access), decide(other, access)))
}

/** What both allow: of two of which neither is more, that is reading. */
export function lesser(a: MemoryPermission, b: MemoryPermission): MemoryPermission {
  if (isAtMost(a, b)) return a
  return isAtMost(b, a) ? b : 'ReadOnly'
}

function isNoMore(one: Decision, other: Decision): boolean {
  if (one === 'deny' || other === 'allow') return true
  return typeof one === 'object' && typeof other === 'object' && one.consent === other.consent
}
