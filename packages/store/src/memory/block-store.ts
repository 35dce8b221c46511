import type { Ranker } from '@lamella/core'
import type { Owner } from '../check/check.ts'
import type { CheckedSearch } from '../check/check-search.ts'
import { blockExists, blockMissing, mustBeAt, notShared } from '../check/store-errors.ts'
import { checkedBlocks } from '../checked/checked-blocks.ts'
import type { Granted } from '../checked/checked-sharing.ts'
import type { BlockSharing } from '../contract/block-sharing.ts'
import type { BlockInfo, BlockStore } from '../contract/block-store.ts'
import type { SearchResult } from '../contract/search.ts'
import { searchDate } from '../search/dates.ts'
import {
  appendUpdate,
  type BlockRecord,
  blockInfoOf,
  compactRecord,
  contentOf,
  newBlockRecord,
  type Share,
  setRecordText,
  storedBlockOf,
  touchBlock,
} from './block-record.ts'
import {
  checkKeywordSearch,
  type KeywordSearchOptions,
  keywordSearch,
  type RankedSearchOptions,
} from './keyword-search.ts'
import { createOwners, idsAfter } from './owners.ts'

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
  const records = createOwners<BlockRecord>()
  const labels = createOwners<BlockRecord>()
  /** The shares of each grantee. */
  const received = createOwners<Share>()
  const find = (owner: Owner, id: string): BlockRecord | undefined => records.of(owner).get(id)
  const mustFind = (owner: Owner, id: string): BlockRecord => {
    const record = find(owner, id)
    if (!record) throw blockMissing(id)
    return record
  }
  const shareOf = (grantee: Owner, owner: Owner, id: string): Share | undefined =>
    find(owner, id)?.shares.get(keyOf(grantee))
  const sharedWith = (grantee: Owner): readonly Share[] => [...received.of(grantee).values()]
  const unshare = ({ owner, record, grantee }: Share): void => {
    received.delete(grantee, keyOf(owner, record.id))
    record.shares.delete(keyOf(grantee))
  }
  // Nothing awaits, so that each call is atomic.
  return checkedBlocks(
    {
      create(owner, block, at) {
        const there = find(owner, block.id) ?? labels.of(owner).get(block.label)
        if (there) throw blockExists(there)
        const record = newBlockRecord(block, at)
        records.set(owner, record.id, record)
        labels.set(owner, record.label, record)
        return storedBlockOf(record)
      },
      append: (owner, id, update, change) => appendUpdate(mustFind(owner, id), update, change),
      change(owner, id, fields, { expectedRevision, at }) {
        const record = mustFind(owner, id)
        mustBeAt('block', id, expectedRevision, record.revision)
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
        const record = mustFind(owner, id)
        compactRecord(record, snapshot, upTo)
        return blockInfoOf(record)
      },
      setText(owner, id, text, upTo) {
        const record = mustFind(owner, id)
        setRecordText(record, text, upTo)
        return blockInfoOf(record)
      },
      read(owner, id, since) {
        const record = find(owner, id)
        return record && contentOf(record, since)
      },
      get(owner, id) {
        const record = find(owner, id)
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
        const record = find(owner, id)
        mustBeAt('block', id, expectedRevision, record?.revision)
        if (record) {
          labels.delete(owner, record.label)
          for (const share of record.shares.values()) unshare(share)
        }
        return records.delete(owner, id)
      },
      erase(owner) {
        for (const share of received.within(owner)) unshare(share)
        for (const { shares } of records.within(owner)) for (const share of shares.values()) unshare(share)
        labels.erase(owner)
        return records.erase(owner)
      },
      ...(ranker && {
        search: (owner: Owner, request: CheckedSearch) => {
          const all = [...records.of(owner).values()]
          const searched = all.map((record) => ({ record, id: record.id, item: () => storedBlockOf(record) }))
          return searchBlocks(searched, request, ranker)
        },
      }),
      close: async () => {},
    },
    {
      share(owner, id, grant) {
        const record = mustFind(owner, id)
        const share = { ...grant, owner, record }
        record.shares.set(keyOf(grant.grantee), share)
        received.set(grant.grantee, keyOf(owner, id), share)
      },
      unshare(owner, id, grantee) {
        const share = shareOf(grantee, owner, id)
        if (share !== undefined) unshare(share)
        return share !== undefined
      },
      shares: (owner, id) => [...(find(owner, id)?.shares.values() ?? [])],
      listShared: (grantee) => sharedWith(grantee).map((share) => granted(share, blockInfoOf(share.record))),
      findShared(grantee, owner, label) {
        const record = labels.of(owner).get(label)
        const share = record?.shares.get(keyOf(grantee))
        return share && granted(share, blockInfoOf(share.record))
      },
      readShared(grantee, owner, id, since) {
        const share = shareOf(grantee, owner, id)
        return share && contentOf(share.record, since)
      },
      appendShared(grantee, owner, id, update, change) {
        const share = shareOf(grantee, owner, id)
        const accepts = change.permission === undefined || change.permission === share?.permission
        if (share?.write !== true || !accepts) throw notShared(id)
        return appendUpdate(share.record, update, change)
      },
      ...(ranker && {
        searchShared: (grantee: Owner, request: CheckedSearch) => {
          const searched = sharedWith(grantee).map((share) => {
            const { owner, record } = share
            return { record, id: keyOf(owner, record.id), item: () => granted(share, storedBlockOf(record)) }
          })
          return searchBlocks(searched, request, ranker)
        },
      }),
    },
  )
}

/** Returns a key as JSON, so that different names cannot join to the same key. */
function keyOf({ tenant, user, agent }: Owner, id = ''): string {
  return JSON.stringify([tenant, user, agent, id])
}

/** Returns a share as its grantee sees it. */
function granted<Block extends BlockInfo>({ owner, permission, write }: Share, block: Block): Granted<Block> {
  return { owner, block, permission, write }
}

/** A searched block, and the value to return for it. */
interface SearchedBlock<Found> {
  readonly record: BlockRecord
  /** Unique among the blocks searched with it. */
  readonly id: string
  readonly item: () => Found
}

/** Returns the best of some blocks for a query, by their texts and labels. @throws LamellaError `RANKER_INVALID` */
function searchBlocks<Found>(
  blocks: readonly SearchedBlock<Found>[],
  request: CheckedSearch,
  ranker: Ranker,
): SearchResult<Found> {
  const wanted = blocks.filter(({ record }) => request.accepts(searchDate(record.updatedAt), record))
  const documents = wanted.map(({ record, id, item }) => {
    const date = searchDate(record.updatedAt)
    const rankable = () => {
      record.said ??= `${record.text}\n${record.label}`
      return { id, text: record.said, ...(date !== undefined && { date }) }
    }
    return { date, rankable, item }
  })
  return keywordSearch(documents, blocks.length, request, ranker)
}
