import { type BlockSharing, type BlockStore, checkedBlocks, notShared, type RawSharing } from '@lamella/store'
import { resultsOf } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import type { Purge } from '../database/purge.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { type BlockParts, createBlockParts } from './block-parts.ts'
import { createChange } from './change.ts'
import { createAppend, createCompact, createRead } from './content.ts'
import { createCreate } from './create.ts'
import { createDelete, createErase } from './delete.ts'
import { createFind, createGet, createList } from './look-up.ts'
import type { SearchBlocks } from './search-blocks.ts'
import type { SearchShared } from './search-shared.ts'
import { createSetText } from './set-text.ts'
import {
  createFindShared,
  createListShared,
  createReadShared,
  createShare,
  createShares,
  createUnshare,
  findShare,
} from './sharing.ts'

/** Creates the block store of a database, with all optional methods. */
export type SqliteBlocks = Required<BlockStore & BlockSharing>

export function createBlocks(
  access: Access,
  purge: Purge,
  search: SearchBlocks,
  searchShared: SearchShared,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteBlocks {
  const parts = createBlockParts(access, purge, vectors)
  const hasVectors = vectors !== undefined
  return checkedBlocks(
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
  )
}

/** Adds an update to a block that was shared with a scope. */
function createAppendShared(parts: BlockParts): RawSharing['appendShared'] {
  const { access, bytes } = parts
  return (grantee, owner, id, update, change) =>
    access.write(() => {
      const found = findShare(parts, grantee, owner, id)
      const accepts = change.permission === undefined || change.permission === found?.share.permission
      if (found?.share.write !== 1 || !accepts) throw notShared(id)
      return bytes.append(found.row, update, change)
    })
}
