/** What a block is for. Stores keep it as their `kind`, in lower case. */
export const BlockType = {
  /** Always in the context. */
  Core: 'Core',
  /** What is being worked on: in the context where it is pinned, or where a batch brings it. */
  Working: 'Working',
  /** Kept for long, and found by search. */
  Archival: 'Archival',
  /** For logs. What makes a block append-only is its schema, or the permission `Append`, and not its type. */
  Log: 'Log',
} as const

export type BlockType = (typeof BlockType)[keyof typeof BlockType]

/** All of them. */
export const blockTypes: readonly BlockType[] = Object.values(BlockType)

/** Whether a value is a type of block. */
export function isBlockType(value: unknown): value is BlockType {
  return blockTypes.includes(value as BlockType)
}

/** A type as stores keep it, such as `core`. */
export function kindOf(type: BlockType): string {
  return type.toLowerCase()
}

/** The type of a stored block, or `undefined` where it is none of this package's. */
export function blockTypeOf(kind: string): BlockType | undefined {
  return blockTypes.find((type) => kindOf(type) === kind)
}
