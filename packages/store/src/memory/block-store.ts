import { blockExists, mustBeAt } from '../check/store-errors.ts'
import { checkedBlocks, type RawBlocks } from '../checked/checked-blocks.ts'
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
  const { search, searchShared } = ranker ? searchesOf(records, shares, ranker) : {}
  // Nothing awaits, so that each call is atomic.
  return checkedBlocks(
    { ...blocksOf(records, shares), ...(search && { search }), close: async () => {} },
    { ...sharingOf(records, shares), ...(searchShared && { searchShared }) },
  )
}

function blocksOf(
  records: BlockRecords,
  shares: ShareRecords,
): Required<Omit<RawBlocks, 'hasVectors' | 'search' | 'close'>> {
  const { labels } = records
  return {
    create(owner, block, at) {
      const there = records.find(owner, block.id) ?? labels.of(owner).get(block.label)
      if (there) throw blockExists(there)
      const record = newBlockRecord(block, at)
      records.set(owner, record.id, record)
      labels.set(owner, record.label, record)
      return storedBlockOf(record)
    },
    append: (owner, id, update, change) => appendUpdate(records.mustFind(owner, id), update, change),
    change(owner, id, fields, { expectedRevision, at }) {
      const record = records.mustFind(owner, id)
      mustBeAt('block', id, expectedRevision, record?.revision)
      const { label = record.label, kind = record.kind, meta = record.meta } = fields
      if (label === record.label && kind === record.kind && meta === record.meta) return storedBlockOf(record)
      if (label !== record.label) {
        const there = labels.of(owner).get(label)
        if (there) throw blockExists(there)
        labels.delete(owner, record.label)
        labels.set(owner, label, record)
      }
      Object.assign(record, { label, kind, meta, said: undefined })
      touchBlock(record, at)
      return storedBlockOf(record)
    },
    compact(owner, id, snapshot, upTo) {
      const record = records.mustFind(owner, id)
      compactRecord(record, snapshot, upTo)
      return blockInfoOf(record)
    },
    setText(owner, id, text, upTo) {
      const record = records.mustFind(owner, id)
      setRecordText(record, text, upTo)
      return blockInfoOf(record)
    },
    read(owner, id, since) {
      const record = records.find(owner, id)
      return record && contentOf(record, since)
    },
    get(owner, id) {
      const record = records.find(owner, id)
      return record && storedBlockOf(record)
    },
    find(owner, label) {
      const record = labels.of(owner).get(label)
      return record && blockInfoOf(record)
    },
    list(owner, { after, limit, accepts }) {
      const kept = records.of(owner)
      const blocks: BlockInfo[] = []
      for (const id of idsAfter(kept.keys(), after)) {
        const record = kept.get(id) as BlockRecord
        if (!accepts(record)) continue
        if (blocks.length === limit) return { blocks, more: true }
        blocks.push(blockInfoOf(record))
      }
      return { blocks, more: false }
    },
    delete(owner, id, { expectedRevision }) {
      const record = records.find(owner, id)
      mustBeAt('block', id, expectedRevision, record?.revision)
      if (record) {
        labels.delete(owner, record.label)
        shares.forget(owner, id)
      }
      return records.delete(owner, id)
    },
    erase(owner) {
      labels.erase(owner)
      shares.erase(owner)
      return records.erase(owner)
    },
  }
}
