import { isLamellaError, type JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { BlockInfo, BlockMeta } from '@lamella/core/store'
import { isMemoryPermission, type MemoryPermission } from '../permissions/permission.ts'
import { labelProblem } from '../render/label.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { BlockType, blockTypeOf } from './block-type.ts'
import { storeError } from './errors.ts'

/** What is known of a block without its content. */
export interface BlockMetadata {
  readonly id: string
  readonly label: string
  readonly type: BlockType
  readonly schema: BlockSchema
  /** What agents may do. */
  readonly permission: MemoryPermission
  readonly description?: string
  /** Whether a working block is in every context, and not only where a batch brings it. */
  readonly pinned: boolean
  /** Characters of the rendered content, a soft limit: more are kept, and marked. */
  readonly limit?: number
  /** 1 at first, one more for each change. */
  readonly revision: number
  /** Bytes in the store. */
  readonly size: number
  /** ISO 8601 instants, where the changes had one. */
  readonly createdAt?: string
  readonly updatedAt?: string
  /** What is wrong with what is stored of it. Such a block is listed, as read-only, and cannot be opened. */
  readonly problem?: string
}

/** What is kept in the `meta` of a stored block. */
export interface KeptMeta {
  readonly schema: BlockSchema
  readonly permission: MemoryPermission
  readonly description?: string | undefined
  readonly pinned: boolean
  readonly limit?: number | undefined
}

/** As a store keeps it. */
export function metaOf({ schema, permission, description, pinned, limit }: KeptMeta): BlockMeta {
  return {
    schema: schema as unknown as JsonValue,
    permission,
    pinned,
    ...(description === undefined ? {} : { description }),
    ...(limit === undefined ? {} : { limit }),
  }
}

/** What is known of a stored block, whatever somebody has put there. */
export function metadataOf(info: BlockInfo): BlockMetadata {
  const { id, label, revision, createdAt, updatedAt } = info
  const read = readMeta(info)
  return {
    id,
    label,
    ...('problem' in read ? { ...unreadable, problem: read.problem } : read),
    revision,
    size: info.snapshotSize + info.updatesSize,
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  }
}

/** The same. @throws LamellaError `BLOCK_META_INVALID` */
export function mustBeReadable(metadata: BlockMetadata): BlockMetadata {
  const { label, problem } = metadata
  if (problem === undefined) return metadata
  throw storeError(
    'BLOCK_META_INVALID',
    `What is stored of the block ${JSON.stringify(label)} cannot be used: ${problem}.`,
    'Make blocks with createBlock(), or mend its kind and meta with change() of the store.',
    { label, problem },
  )
}

const unreadable = {
  type: BlockType.Archival,
  schema: checkSchema({ type: 'text' }),
  permission: 'ReadOnly',
  pinned: false,
} as const

type Read = Pick<BlockMetadata, 'type' | 'schema' | 'permission' | 'description' | 'pinned' | 'limit'>

function readMeta({ label, kind, meta }: BlockInfo): Read | { readonly problem: string } {
  const type = blockTypeOf(kind)
  const { schema, permission, description, pinned = false, limit } = meta
  const inLabel = labelProblem(label)
  if (inLabel !== undefined) return { problem: `its label ${inLabel}` }
  if (type === undefined) return { problem: `its kind '${kind.slice(0, 100)}' is no type of block` }
  if (!isObject(schema)) return { problem: 'it has no schema' }
  if (!isMemoryPermission(permission)) return { problem: 'it has no permission' }
  if (typeof pinned !== 'boolean') return { problem: 'its pinned is neither true nor false' }
  if (description !== undefined && typeof description !== 'string') return { problem: 'its description is not a text' }
  if (limit !== undefined && !isLimit(limit)) return { problem: 'its limit is not a whole number from 1 on' }
  const rest = { ...(description === undefined ? {} : { description }), ...(limit === undefined ? {} : { limit }) }
  try {
    return { type, schema: checkSchema(schema), permission, pinned, ...rest }
  } catch (error) {
    if (!isLamellaError(error)) throw error
    return { problem: `its schema is not usable: ${error.message}` }
  }
}

/** Whether a value is a limit of characters. */
export function isLimit(limit: unknown): limit is number {
  return Number.isSafeInteger(limit) && (limit as number) >= 1
}
