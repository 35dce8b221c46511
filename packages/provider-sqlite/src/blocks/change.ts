import { blockExists, blockMissing, mustBeAt, type RawBlocks } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import { storedBlock } from './block-rows.ts'

/** Changes the metadata of a block. */
export function createChange(parts: BlockParts): RawBlocks['change'] {
  const { access, rows, words } = parts
  return (owner, id, fields, { expectedRevision, at }) =>
    access.write(() => {
      const before = rows.findFull(owner, sortKey(id))
      if (!before) throw blockMissing(id)
      mustBeAt('block', id, expectedRevision, before.revision)
      const { label = before.label, kind = before.kind, meta = before.meta } = fields
      if (label === before.label && kind === before.kind && meta === before.meta) return storedBlock(before)
      const there = label === before.label ? undefined : rows.byLabel(owner, label)
      if (there) throw blockExists({ id: there.name, label: there.label })
      const time = toKept(at)
      const after = {
        ...before,
        ...{ label, kind, meta, revision: before.revision + 1 },
        created_at: before.created_at ?? time,
        updated_at: time ?? before.updated_at,
      }
      rows.rename(after)
      if (label !== before.label) words.renew(before, after)
      return storedBlock(after)
    })
}
