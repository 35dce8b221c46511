import type { BlockSharing } from '../contract/block-sharing.ts'
import type { BlockInfo, BlockStore, StoredBlock } from '../contract/block-store.ts'
import type { Scope } from '../contract/scope.ts'
import { checkId } from '../store/check/check.ts'
import {
  checkBlock,
  checkBlockChange,
  checkBlockList,
  checkBytes,
  checkRendered,
  checkSince,
  checkUpTo,
} from '../store/check/check-block.ts'
import { checkChange } from '../store/check/check-request.ts'
import { blockExists, blockMissing } from '../store/check/store-errors.ts'
import {
  appendUpdate,
  type BlockRecord,
  blockInfoOf,
  compactRecord,
  contentOf,
  mustBeAtRevision,
  newBlockRecord,
  setRecordText,
  storedBlockOf,
  touchBlock,
} from './block-record.ts'
import { createBlockShares } from './block-shares.ts'
import { checkKeywordSearch, type KeywordSearchOptions, type RankedSearchOptions } from './keyword-search.ts'
import { createOwners, idsBehind } from './owners.ts'
import { searchBlocks } from './search-blocks.ts'

/** Blocks with all but what needs a ranker. */
type Blocks = BlockStore & BlockSharing & Required<Omit<BlockStore, 'search'> & Omit<BlockSharing, 'searchShared'>>

/**
 * Blocks that live as long as the program, with everything that a store can have but vectors. Search takes a ranker, which is
 * shown the text and the label of every block; without one the store has neither `search` nor `searchShared`.
 *
 * @throws LamellaError `OPTION_INVALID`; from `search` `RANKER_INVALID`, when a ranker does not give one score a block
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
  const owners = createOwners<BlockRecord>()
  /** Blocks by their labels. */
  const labels = createOwners<BlockRecord>()
  const find = (scope: Scope, id: string): BlockRecord | undefined => owners.of(scope).get(checkId('id', id))
  const mustFind = (scope: Scope, id: string): BlockRecord => {
    const record = find(scope, id)
    if (!record) throw blockMissing(id)
    return record
  }

  const { forget, erase, ...sharing } = createBlockShares(find, ranker)

  // Every method is async, so that what is wrong is a rejection, and awaits nothing, so that each is done at once.
  return {
    spec: 1,
    ...sharing,
    create: async (scope, block, options) => {
      const kept = owners.of(scope)
      const checked = checkBlock(block)
      const { at } = checkChange(options)
      const there = kept.get(checked.id) ?? labels.of(scope).get(checked.label)
      if (there) throw blockExists(there)
      const record = newBlockRecord(checked, at)
      owners.set(scope, record.id, record)
      labels.set(scope, record.label, record)
      return storedBlockOf(record)
    },
    append: async (scope, id, update, options) => {
      const kept = owners.of(scope).get(checkId('id', id))
      const bytes = checkBytes('update', update)
      const change = checkChange(options)
      if (!kept) throw blockMissing(id)
      return appendUpdate(kept, bytes, change)
    },
    change: async (scope, id, change, options): Promise<StoredBlock> => {
      const checked = checkBlockChange(change)
      const { expectedRevision, at } = checkChange(options)
      const record = mustFind(scope, id)
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
    },
    compact: async (scope, id, snapshot, upTo) => {
      const [bytes, reached] = [checkBytes('snapshot', snapshot), checkUpTo(upTo)]
      const record = mustFind(scope, id)
      compactRecord(record, bytes, reached)
      return blockInfoOf(record)
    },
    setText: async (scope, id, text, upTo) => {
      const [checked, reached] = [checkRendered('text', text), checkUpTo(upTo)]
      const record = mustFind(scope, id)
      setRecordText(record, checked, reached)
      return blockInfoOf(record)
    },
    read: async (scope, id, since) => {
      const record = find(scope, id)
      const seen = checkSince(since)
      return record && contentOf(record, seen)
    },
    get: async (scope, id) => {
      const record = find(scope, id)
      return record && storedBlockOf(record)
    },
    find: async (scope, label) => {
      const record = labels.of(scope).get(checkId('label', label))
      return record && blockInfoOf(record)
    },
    list: async (scope, request) => {
      const kept = owners.of(scope)
      const { after, limit, isMeant } = checkBlockList(request)
      const blocks: BlockInfo[] = []
      for (const id of idsBehind(kept.keys(), after)) {
        const record = kept.get(id) as BlockRecord
        if (!isMeant(record)) continue
        if (blocks.length === limit) return { blocks, more: true }
        blocks.push(blockInfoOf(record))
      }
      return { blocks, more: false }
    },
    delete: async (scope, id, options) => {
      const record = find(scope, id)
      mustBeAtRevision(id, record, checkChange(options).expectedRevision)
      if (record) {
        labels.delete(scope, record.label)
        forget(scope, id)
      }
      return owners.delete(scope, id)
    },
    ...(ranker && {
      search: async (scope, request) => {
        const all = [...owners.of(scope).values()]
        const searched = all.map((record) => ({ record, id: record.id, item: () => storedBlockOf(record) }))
        return searchBlocks(searched, request, ranker)
      },
    }),
    erase: async (scope) => {
      labels.erase(scope)
      erase(scope)
      return owners.erase(scope)
    },
    close: async () => {},
  }
}
