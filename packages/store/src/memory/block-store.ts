import { checkId, ownerOf } from '../check/check.ts'
import {
  checkBlock,
  checkBlockChange,
  checkBlockList,
  checkBytes,
  checkRendered,
  checkSince,
  checkUpTo,
} from '../check/check-block.ts'
import { checkChange } from '../check/check-request.ts'
import { blockExists, blockMissing } from '../check/store-errors.ts'
import type { BlockSharing } from '../contract/block-sharing.ts'
import type { BlockInfo, BlockStore } from '../contract/block-store.ts'
import {
  appendUpdate,
  type BlockRecord,
  type BlockRecords,
  blockInfoOf,
  compactRecord,
  contentOf,
  createBlockRecords,
  mustBeAtRevision,
  newBlockRecord,
  setRecordText,
  storedBlockOf,
  touchBlock,
} from './block-record.ts'
import { searchesOf } from './block-search.ts'
import { createShareRecords, type ShareRecords, sharingOf } from './block-shares.ts'
import { checkKeywordSearch, type KeywordSearchOptions, type RankedSearchOptions } from './keyword-search.ts'
import { idsAfter } from './owners.ts'

/** Block store methods that need no ranker. */
type Blocks = BlockStore & BlockSharing & Required<Omit<BlockStore, 'search'> & Omit<BlockSharing, 'searchShared'>>

/**
 * Creates a block store that lives as long as the program and supports everything except vectors. Search needs a
 * ranker, which gets the text and the label of every block; without one the store has neither `search` nor
 * `searchShared`.
 *
 * @throws LamellaError `OPTION_INVALID`; from `search` `RANKER_INVALID`, when a ranker does not return one score per
 * block
 * @example
 * const blocks = createBlockStore()
 * const scope = { tenant: 'acme', agent: 'archive' }
 * await blocks.create(scope, { id: crypto.randomUUID(), label: 'persona', kind: 'core', text: 'I keep what was said.' })
 * const persona = await blocks.find(scope, 'persona')
 */
export function createBlockStore(options: RankedSearchOptions): Required<BlockStore & BlockSharing>
export function createBlockStore(options?: KeywordSearchOptions): Blocks
export function createBlockStore(options: KeywordSearchOptions = {}): Blocks {
  const { ranker } = checkKeywordSearch('createBlockStore', options)
  const records = createBlockRecords()
  const shares = createShareRecords(records.find)
  // Every method is async, so that errors become rejections, and awaits nothing, so that each call is atomic.
  return {
    spec: 1,
    ...blocksOf(records, shares),
    ...sharingOf(records, shares),
    ...(ranker && searchesOf(records, shares, ranker)),
    close: async () => {},
  }
}

function blocksOf(
  records: BlockRecords,
  shares: ShareRecords,
): Required<Omit<BlockStore, 'spec' | 'search' | 'close'>> {
  const { labels } = records
  return {
    create: async (scope, block, options) => {
      const kept = records.of(ownerOf(scope))
      const checked = checkBlock(block)
      const { at } = checkChange(options, 'create')
      const there = kept.get(checked.id) ?? labels.of(ownerOf(scope)).get(checked.label)
      if (there) throw blockExists(there)
      const record = newBlockRecord(checked, at)
      records.set(ownerOf(scope), record.id, record)
      labels.set(ownerOf(scope), record.label, record)
      return storedBlockOf(record)
    },
    append: async (scope, id, update, options) => {
      const record = records.find(scope, id)
      const bytes = checkBytes('update', update)
      const change = checkChange(options)
      if (!record) throw blockMissing(id)
      return appendUpdate(record, bytes, change)
    },
    change: async (scope, id, change, options) => {
      const checked = checkBlockChange(change)
      const { expectedRevision, at } = checkChange(options, 'put')
      const record = records.mustFind(scope, id)
      mustBeAtRevision(id, record, expectedRevision)
      const { label = record.label, kind = record.kind, meta = record.meta } = checked
      if (label === record.label && kind === record.kind && meta === record.meta) return storedBlockOf(record)
      if (label !== record.label) {
        const there = labels.of(ownerOf(scope)).get(label)
        if (there) throw blockExists(there)
        labels.delete(ownerOf(scope), record.label)
        labels.set(ownerOf(scope), label, record)
      }
      Object.assign(record, { label, kind, meta, said: undefined })
      touchBlock(record, at)
      return storedBlockOf(record)
    },
    compact: async (scope, id, snapshot, upTo) => {
      const [bytes, reached] = [checkBytes('snapshot', snapshot), checkUpTo(upTo)]
      const record = records.mustFind(scope, id)
      compactRecord(record, bytes, reached)
      return blockInfoOf(record)
    },
    setText: async (scope, id, text, upTo) => {
      const [checked, reached] = [checkRendered('text', text), checkUpTo(upTo)]
      const record = records.mustFind(scope, id)
      setRecordText(record, checked, reached)
      return blockInfoOf(record)
    },
    read: async (scope, id, since) => {
      const record = records.find(scope, id)
      const seen = checkSince(since)
      return record && contentOf(record, seen)
    },
    get: async (scope, id) => {
      const record = records.find(scope, id)
      return record && storedBlockOf(record)
    },
    find: async (scope, label) => {
      const record = labels.of(ownerOf(scope)).get(checkId('label', label))
      return record && blockInfoOf(record)
    },
    list: async (scope, request) => {
      const kept = records.of(ownerOf(scope))
      const { after, limit, isMeant } = checkBlockList(request)
      const blocks: BlockInfo[] = []
      for (const id of idsAfter(kept.keys(), after)) {
        const record = kept.get(id) as BlockRecord
        if (!isMeant(record)) continue
        if (blocks.length === limit) return { blocks, more: true }
        blocks.push(blockInfoOf(record))
      }
      return { blocks, more: false }
    },
    delete: async (scope, id, options) => {
      const record = records.find(scope, id)
      mustBeAtRevision(id, record, checkChange(options, 'put').expectedRevision)
      if (record) {
        labels.delete(ownerOf(scope), record.label)
        shares.forget(scope, id)
      }
      return records.delete(ownerOf(scope), id)
    },
    erase: async (scope) => {
      labels.erase(ownerOf(scope))
      shares.erase(scope)
      return records.erase(ownerOf(scope))
    },
  }
}
