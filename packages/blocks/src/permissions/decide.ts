import { type Access, isMemoryPermission, type MemoryPermission } from './permission.ts'

/** Whether an access is allowed, denied, or needs consent. */
export type Decision = 'allow' | 'deny' | { readonly consent: 'partner' | 'human' }

/** The attempted access, its caller and its target. */
export interface Circumstances {
  /** Whether the caller is the program itself, which permissions do not restrict. Default false. */
  readonly system?: boolean
  /** Whether only the system can change the field or section. Default false. */
  readonly readOnly?: boolean
}

const rows: Readonly<Record<MemoryPermission, readonly Decision[]>> = {
  ReadOnly: ['allow', 'deny', 'deny', 'deny'],
  Partner: ['allow', { consent: 'partner' }, { consent: 'partner' }, 'deny'],
  Human: ['allow', { consent: 'human' }, { consent: 'human' }, 'deny'],
  Append: ['allow', 'allow', 'deny', 'deny'],
  ReadWrite: ['allow', 'allow', 'allow', 'deny'],
  Admin: ['allow', 'allow', 'allow', 'allow'],
}

/** In the order of the columns. */
const accesses: readonly Access[] = ['read', 'append', 'overwrite', 'delete']

const required: readonly MemoryPermission[] = ['ReadOnly', 'Append', 'ReadWrite', 'Admin']

/**
 * Returns the lowest permission that allows an agent an access without consent.
 *
 * @example
 * requires('overwrite') // 'ReadWrite'
 */
export function requires(access: Access): MemoryPermission {
  return required[accesses.indexOf(access)] ?? 'Admin'
}

/**
 * Decides an access, for documents, stores and tools alike.
 *
 * | | read | append | overwrite | delete |
 * |---|---|---|---|---|
 * | `ReadOnly` | allow | deny | deny | deny |
 * | `Partner` | allow | ask the partner | ask the partner | deny |
 * | `Human` | allow | ask a human | ask a human | deny |
 * | `Append` | allow | allow | deny | deny |
 * | `ReadWrite` | allow | allow | allow | deny |
 * | `Admin` | allow | allow | allow | allow |
 *
 * Agents can only read read-only parts, whatever the permission. The system can do everything. An unknown permission or
 * access is denied.
 *
 * @example
 * decide('Partner', 'append') // { consent: 'partner' }
 */
export function decide(permission: MemoryPermission, access: Access, circumstances: Circumstances = {}): Decision {
  const column = accesses.indexOf(access)
  if (column < 0 || !isMemoryPermission(permission)) return 'deny'
  if (column === 0 || circumstances.system === true) return 'allow'
  return circumstances.readOnly === true ? 'deny' : (rows[permission][column] ?? 'deny')
}

/**
 * Checks whether a permission allows nothing that another one denies. This holds in neither direction for `Append` and
 * `Partner`.
 */
export function isAtMost(permission: MemoryPermission, other: MemoryPermission): boolean {
  return accesses.every((access) => {
    const [one, two] = [decide(permission, access), decide(other, access)]
    if (one === 'deny' || two === 'allow') return true
    return typeof one === 'object' && typeof two === 'object' && one.consent === two.consent
  })
}

/** Returns the lesser of two permissions, or `ReadOnly` if neither is the lesser. */
export function lesser(a: MemoryPermission, b: MemoryPermission): MemoryPermission {
  if (isAtMost(a, b)) return a
  return isAtMost(b, a) ? b : 'ReadOnly'
}
