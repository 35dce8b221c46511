import { type Access, isMemoryPermission, type MemoryPermission } from './permission.ts'

/** Whether something may be done: it may, it may not, or somebody has to be asked. */
export type Decision = 'allow' | 'deny' | { readonly consent: 'partner' | 'human' }

/** Who does it, and to what. */
export interface Circumstances {
  /** The program itself, not an agent: permissions are not for it. Default false. */
  readonly system?: boolean
  /** Whether the field or section is for the system alone. Default false. */
  readonly readOnly?: boolean
}

const ranks: Readonly<Partial<Record<MemoryPermission, number>>> = { ReadOnly: 0, Append: 1, ReadWrite: 2, Admin: 3 }
const levels: ReadonlyMap<Access, number> = new Map<Access, number>([
  ['read', 0],
  ['append', 1],
  ['overwrite', 2],
  ['delete', 3],
])
const least: Readonly<Record<Access, MemoryPermission>> = {
  read: 'ReadOnly',
  append: 'Append',
  overwrite: 'ReadWrite',
  delete: 'Admin',
}

/**
 * The least permission under which an agent may do something without asking anybody.
 *
 * @example
 * requires('overwrite') // 'ReadWrite'
 */
export function requires(access: Access): MemoryPermission {
  return least[access]
}

/**
 * Whether something may be done. This one function decides for documents and stores alike.
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
 * What is read-only is only read, whatever the permission. The system may do everything. What is no permission and what is
 * no access is denied.
 *
 * @example
 * decide('Partner', 'append') // { consent: 'partner' }
 */
export function decide(permission: MemoryPermission, access: Access, circumstances: Circumstances = {}): Decision {
  const level = levels.get(access)
  if (level === undefined || !isMemoryPermission(permission)) return 'deny'
  if (level === 0 || circumstances.system === true) return 'allow'
  if (circumstances.readOnly === true) return 'deny'
  if (permission === 'Partner' || permission === 'Human') {
    return access === 'delete' ? 'deny' : { consent: permission === 'Partner' ? 'partner' : 'human' }
  }
  return (ranks[permission] ?? 0) >= level ? 'allow' : 'deny'
}
