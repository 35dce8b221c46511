import { blockExists, blockMissing, mustBeAt, type RawBlocks } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { fromStored, toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { unindexTexts } from '../search/remove-texts.ts'
import { type BlockParts, partOf, writeNamed } from './block-parts.ts'
import { storedBlock } from './block-rows.ts'

/** Changes the metadata of a block. */
export function createChange({ database, rows, changed }: BlockParts): RawBlocks['change'] {
  return async (owner, id, fields, { expectedRevision, at }) => {
    const stored = await writeNamed(database, owner.tenant, async (statements) => {
      const before = await rows.find(statements, owner, sortKey(id), true)
      if (!before) throw blockMissing(id)
      mustBeAt('block', id, expectedRevision, before.revision)
      const label = fields.label === undefined ? before.label : toStored(fields.label)
      const kind = fields.kind === undefined ? before.kind : toStored(fields.kind)
      const meta = fields.meta ?? before.meta
      if (label === before.label && kind === before.kind && meta === before.meta) return storedBlock(before)
      const there = label === before.label ? undefined : await rows.byLabel(statements, owner, fromStored(label))
      if (there) throw blockExists({ id: fromStored(there.name), label: fromStored(there.label) })
      const time = toKept(at)
      const after = {
        ...before,
        ...{ label, kind, meta, revision: before.revision + 1 },
        created_at: before.created_at ?? time,
        updated_at: time ?? before.updated_at,
        waiting: before.waiting || label !== before.label,
      }
      if (after.waiting && !before.waiting) {
        await unindexTexts(database.schema, statements, partOf(owner, before), [Number(before.id)])
      }
      await rows.rename(statements, owner.tenant, after)
      return storedBlock(after)
    })
    changed(owner)
    return stored
  }
}
