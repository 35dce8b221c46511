import { type Checks, checkOptions, mustBeOneOf, mustBeText } from '@lamella/core/plugin'
import type { NewBlock } from '@lamella/store'
import type { Peer } from '../document/peer.ts'
import { openReplica } from '../document/replica.ts'
import { labelProblem } from '../render/label.ts'
import { checkSchema } from '../schema/check-schema.ts'
import type { CreateBlockOptions } from '../store/block-memory.ts'
import { blockTypes, kindOf } from '../store/block-type.ts'
import { keptChecks, metaOf } from '../store/metadata.ts'

const checks: Checks<CreateBlockOptions & { readonly label: string }> = {
  ...keptChecks,
  label: labelProblem,
  type: mustBeOneOf(blockTypes),
  // checkSchema checks it.
  schema: () => undefined,
  content: mustBeText,
  id: mustBeText,
}

/**
 * Creates a block for a store, with its first content, and the identity of the replica that wrote that.
 *
 * @throws LamellaError `OPTION_INVALID`, `BLOCK_SCHEMA_INVALID`, `BLOCK_OPERATION_UNFIT` for `content` of a schema other than text
 */
export function newBlock(
  label: string,
  options: CreateBlockOptions,
  newId: () => string,
): { readonly block: NewBlock; readonly peer: Peer | undefined } {
  checkOptions('createBlock', { ...options, label }, checks, ['label', 'type'])
  const { type, permission = 'ReadWrite', description, pinned = false, limit, content, id } = options
  const schema = checkSchema(options.schema ?? { type: 'text' })
  const kept = { schema, permission, description, pinned, limit }
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
