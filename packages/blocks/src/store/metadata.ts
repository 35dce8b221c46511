import { isLamellaError, type JsonValue } from '@lamella/core'
import { type Checks, mustBeBoolean, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import type { BlockInfo, BlockMeta } from '@lamella/store'
import { mustBeWellFormed } from '../document/check-options.ts'
import { type BlocksErrorDetails, blockError } from '../errors.ts'
import { type MemoryPermission, memoryPermissions } from '../permissions/permission.ts'
import { labelProblem } from '../render/label.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { type BlockType, blockTypeOf } from './block-type.ts'

/** Everything about a block except its content. */
export interface BlockMetadata {
  readonly id: string
  readonly label: string
  readonly type: BlockType
  readonly schema: BlockSchema
  /** What agents may do. */
  readonly permission: MemoryPermission
  readonly description?: string
  /** Whether a working block is in every context. Otherwise a batch must name it. */
  readonly pinned: boolean
  /** A soft limit, in characters of the rendered content. Content over it is marked, not cut. */
  readonly limit?: number
  /** Starts at 1 and increases by 1 with each change. */
  readonly revision: number
  /** Bytes in the store. */
  readonly size: number
  /** ISO 8601 instants, if the memory has a clock. */
  readonly createdAt?: string
  readonly updatedAt?: string
  /** Why the stored block is unreadable. It is then listed as read-only and cannot be opened. */
  readonly problem?: string
}

/** The `meta` of a stored block. */
export interface KeptMeta {
  readonly schema: BlockSchema
  readonly permission: MemoryPermission
  readonly description?: string | undefined
  readonly pinned: boolean
  readonly limit?: number | undefined
}

export function metaOf({ schema, permission, description, pinned, limit }: KeptMeta): BlockMeta {
  return {
    schema: schema as unknown as JsonValue,
    permission,
    pinned,
    ...(description === undefined ? {} : { description }),
    ...(limit === undefined ? {} : { limit }),
  }
}

/** Reads the metadata of a stored block, which another program may have written. */
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

/** The fix for an unreadable block. */
export const metadataFix = 'Correct its kind or meta with change() of the store, and create blocks with createBlock().'

/** @throws LamellaError `BLOCK_META_INVALID` */
export function mustBeReadable(metadata: BlockMetadata): BlockMetadata {
  const { label, problem } = metadata
  if (problem === undefined) return metadata
  throw blockError(
    'BLOCK_META_INVALID',
    `The stored block ${JSON.stringify(label)} is unreadable: ${problem}.`,
    metadataFix,
    { label, problem },
  )
}

const unreadable = {
  type: 'Archival',
  schema: checkSchema({ type: 'text' }),
  permission: 'ReadOnly',
  pinned: false,
} as const

type Read = Pick<BlockMetadata, 'type' | 'schema' | 'permission' | 'description' | 'pinned' | 'limit'>

/** The checks of metadata, for new blocks and for stored ones. */
export const keptChecks: Checks<Omit<KeptMeta, 'schema'>> = {
  permission: mustBeOneOf(memoryPermissions),
  description: mustBeWellFormed,
  pinned: mustBeBoolean,
  limit: mustBeWhole(1),
}

function readMeta({ label, kind, meta }: BlockInfo): Read | { readonly problem: string } {
  const type = blockTypeOf(kind)
  const inLabel = labelProblem(label)
  if (inLabel !== undefined) return { problem: `its label ${inLabel}` }
  if (type === undefined) return { problem: `its kind '${kind.slice(0, 100)}' is not a type of block` }
  const { schema, permission, description, pinned = false, limit } = meta
  const kept = { permission, description, pinned, limit }
  for (const [key, check] of Object.entries(keptChecks)) {
    const value = kept[key as keyof typeof kept]
    const problem = value === undefined && key !== 'permission' ? undefined : check(value)
    if (problem !== undefined) return { problem: `its ${key} ${problem}` }
  }
  try {
    return { type, ...metaOf({ ...kept, schema: checkSchema(schema) } as KeptMeta) } as unknown as Read
  } catch (error) {
    if (!isLamellaError(error, 'BLOCK_SCHEMA_INVALID')) throw error
    const { path, problem } = error.details as BlocksErrorDetails['BLOCK_SCHEMA_INVALID']
    return { problem: `its schema${path === '' ? '' : `.${path}`} ${problem}` }
  }
}
