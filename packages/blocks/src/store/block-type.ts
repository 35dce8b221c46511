/**
 * The purpose of a block. Stores keep it as the `kind`, in lower case.
 *
 * - `Core`: always in the context.
 * - `Working`: for current work; in the context if it is pinned or a batch names it.
 * - `Archival`: long-term memory, found by search.
 * - `Log`: for logs. The schema or the permission `Append` makes a block append-only, not this type.
 */
export type BlockType = 'Core' | 'Working' | 'Archival' | 'Log'

/** All types. */
export const blockTypes: readonly BlockType[] = ['Core', 'Working', 'Archival', 'Log']

/** Checks whether a value is a type of block. */
export function isBlockType(value: unknown): value is BlockType {
  return blockTypes.includes(value as BlockType)
}

/** Returns the `kind` in the store, such as `core`. */
export function kindOf(type: BlockType): string {
  return type.toLowerCase()
}

/** Returns the type of a stored block; `undefined` for a kind of another program. */
export function blockTypeOf(kind: string): BlockType | undefined {
  return blockTypes.find((type) => kindOf(type) === kind)
}
