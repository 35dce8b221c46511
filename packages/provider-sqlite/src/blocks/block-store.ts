import { type BlockSharing, type BlockStore, ownerOf, type SearchResult, type StoredBlock } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { Purge } from '../database/purge.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createAppend } from './append.ts'
import { createAppendShared } from './append-shared.ts'
import { createBlockParts } from './block-parts.ts'
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
import type { SearchBlocks } from './search-blocks.ts'
import type { SearchShared } from './search-shared.ts'
import { createSetText } from './set-text.ts'
import { createShare } from './share.ts'
import { createShares } from './shares.ts'
import { createUnshare } from './unshare.ts'

/** Creates the block store of a database, with all optional methods. */
export type SqliteBlocks = Required<BlockStore & BlockSharing>

export function createBlocks(
  access: Access,
  purge: Purge,
  search: (...args: Parameters<SearchBlocks>) => Promise<SearchResult<StoredBlock>>,
  searchShared: SearchShared,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteBlocks {
  const parts = createBlockParts(access, purge, vectors)
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
    search: async (scope, request) => search(ownerOf(scope), request),
    erase: createErase(parts),
    share: createShare(parts),
    unshare: createUnshare(parts),
    shares: createShares(parts),
    listShared: createListShared(parts),
    findShared: createFindShared(parts),
    readShared: createReadShared(parts),
    appendShared: createAppendShared(parts),
    searchShared,
    close,
  }
}
