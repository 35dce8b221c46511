import type { BlockSharing } from '../../contract/block-sharing.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { checkKeywordSearch, type KeywordSearchOptions, type RankedSearchOptions } from '../keyword-search.ts'
import { createAppend } from './append.ts'
import { createAppendShared } from './append-shared.ts'
import { createBlockRecords } from './block-records.ts'
import { createChange } from './change.ts'
import { createCompact } from './compact.ts'
import { createCreate } from './create.ts'
import { createDelete } from './delete.ts'
import { createErase } from './erase.ts'
import { createFind } from './find.ts'
import { createFindShared } from './find-shared.ts'
import { createGet } from './get.ts'
import { createList } from './list.ts'
import { createListShared } from './list-shared.ts'
import { createRead } from './read.ts'
import { createReadShared } from './read-shared.ts'
import { createSearch } from './search.ts'
import { createSearchShared } from './search-shared.ts'
import { createSetText } from './set-text.ts'
import { createShare } from './share.ts'
import { createShareRecords } from './share-records.ts'
import { createShares } from './shares.ts'
import { createUnshare } from './unshare.ts'

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
    create: createCreate(records),
    append: createAppend(records),
    change: createChange(records),
    compact: createCompact(records),
    setText: createSetText(records),
    read: createRead(records),
    get: createGet(records),
    find: createFind(records),
    list: createList(records),
    delete: createDelete(records, shares),
    erase: createErase(records, shares),
    share: createShare(records, shares),
    unshare: createUnshare(shares),
    shares: createShares(shares),
    listShared: createListShared(shares),
    findShared: createFindShared(shares),
    readShared: createReadShared(shares),
    appendShared: createAppendShared(shares),
    ...(ranker && { search: createSearch(records, ranker), searchShared: createSearchShared(shares, ranker) }),
    close: async () => {},
  }
}
