import { type BlockSharing, type BlockStore, ownerOf, type SearchHit, type StoredBlock } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import type { Purge } from '../database/purge.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createAppend } from './append.ts'
import { createBlockParts } from './block-parts.ts'
import { createBlockSharing } from './block-shares.ts'
import { createChange } from './change.ts'
import { createCompact } from './compact.ts'
import { createCreate } from './create.ts'
import { createList } from './list.ts'
import { createFind, createGet, createRead } from './read.ts'
import { createDelete, createErase } from './remove.ts'
import type { SearchBlocks } from './search-blocks.ts'
import type { SearchShared } from './search-shared.ts'
import { createSetText } from './set-text.ts'

/** Blocks in a database, with everything that a block store can have. */
export type SqliteBlocks = Required<BlockStore & BlockSharing>

export function createBlocks(
  access: Access,
  purge: Purge,
  search: (...args: Parameters<SearchBlocks>) => Promise<readonly SearchHit<StoredBlock>[]>,
  searchShared: SearchShared,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteBlocks {
  const parts = createBlockParts(access, purge, vectors)
  const { owners, rows, bytes } = parts
  return {
    spec: 1,
    ...createBlockSharing(access, purge, owners, rows, bytes),
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
    searchShared,
    erase: createErase(parts),
    close,
  }
}
