/** What agents may do with a block. The system can do everything. */
export const MemoryPermission = {
  /** Read only. */
  ReadOnly: 'ReadOnly',
  /** Write after the partner (the owner) consents. */
  Partner: 'Partner',
  /** Write after a human consents. */
  Human: 'Human',
  /** Read and append. */
  Append: 'Append',
  /** Append and change, but not delete. */
  ReadWrite: 'ReadWrite',
  /** Everything. */
  Admin: 'Admin',
} as const

export type MemoryPermission = (typeof MemoryPermission)[keyof typeof MemoryPermission]

/** The kind of access that an operation needs. */
export type Access = 'read' | 'append' | 'overwrite' | 'delete'

/** All permissions. */
export const memoryPermissions: readonly MemoryPermission[] = Object.values(MemoryPermission)

const texts: Readonly<Record<MemoryPermission, string>> = {
  ReadOnly: 'Read Only',
  Partner: 'Requires Partner permission to write',
  Human: 'Requires Human permission to write',
  Append: 'Append Only',
  ReadWrite: 'Read, Append, Write',
  Admin: 'Read, Write, Delete',
}

export function isMemoryPermission(value: unknown): value is MemoryPermission {
  return memoryPermissions.includes(value as MemoryPermission)
}

/**
 * Returns a permission in the words that the model reads, taken from the reference implementation (Pattern).
 *
 * @example
 * permissionText('ReadWrite') // 'Read, Append, Write'
 */
export function permissionText(permission: MemoryPermission): string {
  return texts[permission]
}
