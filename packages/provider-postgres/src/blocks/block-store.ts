import { type BlockSharing, type BlockStore, checkedBlocks, type Owner } from '@lamella/store'
import { resultsOf } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createAppend, createAppendShared } from './append.ts'
import { createBlockParts } from './block-parts.ts'
import { createChange } from './change.ts'
import { createCompact } from './compact.ts'
import { createCreate } from './create.ts'
import { createDelete, createErase } from './delete.ts'
import { createFind, createGet, createList } from './look-up.ts'
import { createRead, createReadShared } from './read.ts'
import type { SearchBlocks } from './search-blocks.ts'
import type { SearchShared } from './search-shared.ts'
import { createSetText } from './set-text.ts'
import { createFindShared, createListShared, createShare, createShares, createUnshare } from './sharing.ts'
import { createWatch, type WatchBlocks } from './watch.ts'

/** The block store of a schema. */
export interface PostgresBlocks extends Required<BlockStore & BlockSharing> {
  /** @throws LamellaError `SCOPE_INVALID`, `OPTION_INVALID`; while it runs also `POSTGRES_UNAVAILABLE` */
  readonly watch: WatchBlocks
}

/** What the store is made of besides its rows. */
interface BlockSettings {
  readonly search: SearchBlocks
  readonly searchShared: SearchShared
  readonly vectors: Vectors | undefined
  /** Called after a change of revisions was committed. */
  readonly changed: (owner: Owner) => void
  readonly close: () => Promise<void>
}

export function createBlocks(
  database: Database,
  { search, searchShared, vectors, changed, close }: BlockSettings,
): PostgresBlocks {
  const parts = createBlockParts(database, vectors, changed)
  const hasVectors = vectors !== undefined
  return {
    ...checkedBlocks(
      {
        create: createCreate(parts),
        append: createAppend(parts),
        change: createChange(parts),
        compact: createCompact(parts),
        setText: createSetText(parts),
        read: createRead(parts),
        get: createGet(parts),
        find: createFind(parts),
        list: createList(parts),
        delete: createDelete(parts),
        search: resultsOf(search),
        hasVectors,
        erase: createErase(parts),
        close,
      },
      {
        share: createShare(parts),
        unshare: createUnshare(parts),
        shares: createShares(parts),
        listShared: createListShared(parts),
        findShared: createFindShared(parts),
        readShared: createReadShared(parts),
        appendShared: createAppendShared(parts),
        searchShared,
        hasVectors,
      },
    ),
    watch: createWatch(database),
  }
}
