import type { BlockSharing, BlockStore, Owner } from '@lamella/core/store'
import type { Database } from '../database/database.ts'
import { createAppend, createAppendShared } from './append.ts'
import { createBlockParts } from './block-parts.ts'
import { createChange } from './change.ts'
import { createCompact } from './compact.ts'
import { createCreate } from './create.ts'
import { createDelete, createErase } from './delete.ts'
import { createFind, createGet, createList } from './look-up.ts'
import { createRead, createReadShared } from './read.ts'
import { createSetText } from './set-text.ts'
import { createFindShared, createListShared, createShare, createShares, createUnshare } from './sharing.ts'
import { createWatch, type WatchBlocks } from './watch.ts'

/** The block store of a schema. */
export interface PostgresBlocks extends Required<Omit<BlockStore, 'search'> & Omit<BlockSharing, 'searchShared'>> {
  /** @throws LamellaError `SCOPE_INVALID`, `OPTION_INVALID`; while it runs also `POSTGRES_UNAVAILABLE` */
  readonly watch: WatchBlocks
}

/** @param changed Called after a change of revisions was committed. */
export function createBlocks(
  database: Database,
  changed: (owner: Owner) => void,
  close: () => Promise<void>,
): PostgresBlocks {
  const parts = createBlockParts(database, changed)
  return {
    spec: 1,
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
    erase: createErase(parts),
    share: createShare(parts),
    unshare: createUnshare(parts),
    shares: createShares(parts),
    listShared: createListShared(parts),
    findShared: createFindShared(parts),
    readShared: createReadShared(parts),
    appendShared: createAppendShared(parts),
    watch: createWatch(database),
    close,
  }
}
