import { type Checks, checkOptions, mustBeBoolean, mustBeText } from '@lamella/core/plugin'
import type { NewBlock } from '@lamella/core/store'
import { mustBeWellFormed } from '../document/check-options.ts'
import type { Peer } from '../document/peer.ts'
import { openReplica } from '../document/replica.ts'
import { isMemoryPermission, memoryPermissions } from '../permissions/permission.ts'
import { labelProblem } from '../render/label.ts'
import { checkSchema } from '../schema/check-schema.ts'
import type { CreateBlockOptions } from './block-memory.ts'
import { blockTypes, isBlockType, kindOf } from './block-type.ts'
import { isLimit, metaOf } from './metadata.ts'

const checks: Checks<CreateBlockOptions & { readonly label: string }> = {
  label: labelProblem,
  type: (value) => (isBlockType(value) ? undefined : `must be one of ${blockTypes.join(', ')}`),
  // Has a check of its own.
  schema: () => undefined,
  permission: (value) => (isMemoryPermission(value) ? undefined : `must be one of ${memoryPermissions.join(', ')}`),
  description: mustBeWellFormed,
  pinned: mustBeBoolean,
  limit: (value) => (isLimit(value) ? undefined : 'must be a whole number, 1 or more'),
  content: mustBeText,
  id: mustBeText,
}

/** A block to be made, and the replica that its content is of. */
export interface MadeBlock {
  readonly block: NewBlock
  readonly peer: Peer | undefined
}

/**
 * A block as it is made in a store, with what it says at first.
 *
 * @throws LamellaError `OPTION_INVALID`, `BLOCK_SCHEMA_INVALID`, `BLOCK_OPERATION_UNFIT` for a content of what is no text
 */
export function newBlock(label: string, options: CreateBlockOptions, newId: () => string): MadeBlock {
  const { type, permission, description, pinned, limit, content, id } = checkOptions(
    'createBlock',
    { ...options, label },
    checks,
    ['label', 'type'],
  )
  const schema = checkSchema(options.schema ?? { type: 'text' })
  const kept = { schema, permission: permission ?? 'ReadWrite', description, pinned: pinned ?? false, limit }
  const replica = openReplica({ schema, label, permission: 'Admin' }, [])
  try {
    if (content !== undefined) replica.call({ name: 'setText', section: undefined, args: [content], system: true })
    const block = {
      id: id ?? newId(),
      label,
      kind: kindOf(type),
      meta: metaOf(kept),
      text: replica.render(),
      ...(content === undefined ? {} : { snapshot: replica.exportSnapshot() }),
    }
    return { block, peer: replica.peer() }
  } finally {
    replica.close()
  }
}
