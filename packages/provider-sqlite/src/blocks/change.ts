import { type BlockStore, blockExists, blockMissing, checkBlockChange, checkChange } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { mustBeAt } from './block-bytes.ts'
import { type BlockParts, blockKey } from './block-parts.ts'
import { storedBlock } from './block-rows.ts'

/** Changes the metadata of a block. */
export function createChange(parts: BlockParts): BlockStore['change'] {
  const { access, rows, words } = parts
  return async (scope, id, change, options) => {
    const { owner, sort } = blockKey(scope, id)
    const checked = checkBlockChange(change)
    const { expectedRevision, at } = checkChange(options, 'put')
    return access.write(() => {
      const before = rows.findFull(owner, sort)
      if (!before) throw blockMissing(id)
      mustBeAt(id, before, expectedRevision)
      const { label = before.label, kind = before.kind, meta = before.meta } = checked
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
}
