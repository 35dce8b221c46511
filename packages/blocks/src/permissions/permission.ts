/** What agents may do with a block. The system may do everything. */
export const MemoryPermission = {
  /** Read, and nothing else. */
  ReadOnly: 'ReadOnly',
  /** The partner (owner) is asked before anything is written. */
  Partner: 'Partner',
  /** A human is asked before anything is written. */
  Human: 'Human',
  /** Add to what is there. */
  Append: 'Append',
  /** Add and change, but not delete. */
  ReadWrite: 'ReadWrite',
  /** Everything. */
  Admin: 'Admin',
} as const

export type MemoryPermission = (typeof MemoryPermission)[keyof typeof MemoryPermission]

/** What an operation does with a block, as far as permissions are concerned. */
export type Access = 'read' | 'append' | 'overwrite' | 'delete'

/** All of them, by what they allow, ascending. */
export const memoryPermissions: readonly MemoryPermission[] = Object.values(MemoryPermission)

const texts: Readonly<Record<MemoryPermission, string>> = {
  ReadOnly: 'Read Only',
  Partner: 'Requires Partner permission to write',
  Human: 'Requires Human permission to write',
  Append: 'Append Only',
  ReadWrite: 'Read, Append, Write',
  Admin: 'Read, Write, Delete',
}

/** Whether a value is a permission. */
export function isMemoryPermission(value: unknown): value is MemoryPermission {
  return memoryPermissions.includes(value as MemoryPermission)
}

/**
 * A permission as the model is told it. Wording of the reference implementation (Pattern).
 *
 * @example
 * permissionText('ReadWrite') // 'Read, Append, Write'
 */
export function permissionText(permission: MemoryPermission): string {
  return texts[permission]
}
