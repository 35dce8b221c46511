import { checkBlockChange } from '../../check/check-block.ts'
import { checkChange } from '../../check/check-request.ts'
import { blockExists } from '../../check/store-errors.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { mustBeAtRevision, storedBlockOf, touchBlock } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Changes the metadata of a block: label, kind, meta. */
export function createChange(records: BlockRecords): BlockStore['change'] {
  const { labels } = records
  return async (scope, id, change, options) => {
    const checked = checkBlockChange(change)
    const { expectedRevision, at } = checkChange(options)
    const record = records.mustFind(scope, id)
    mustBeAtRevision(id, record, expectedRevision)
    const { label = record.label, kind = record.kind, meta = record.meta } = checked
    if (label === record.label && kind === record.kind && meta === record.meta) return storedBlockOf(record)
    if (label !== record.label) {
      const there = labels.of(scope).get(label)
      if (there) throw blockExists(there)
      labels.delete(scope, record.label)
      labels.set(scope, label, record)
    }
    Object.assign(record, { label, kind, meta, said: undefined })
    touchBlock(record, at)
    return storedBlockOf(record)
  }
}
