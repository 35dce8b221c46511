import { blockMissing, type Owner, valueInvalid } from '@lamella/store'
import type { Access } from '../database/access.ts'
import { createOwners, type Owners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { type BlockBytes, createBlockBytes } from './block-bytes.ts'
import { type BlockRow, type BlockRows, createBlockRows } from './block-rows.ts'
import { type BlockWords, createBlockWords } from './block-words.ts'
import { createShareRows, type ShareRows } from './share-rows.ts'

/** What the methods of a block store use. */
export interface BlockParts {
  readonly access: Access
  readonly purge: Purge
  readonly owners: Owners
  readonly rows: BlockRows
  readonly bytes: BlockBytes
  readonly words: BlockWords
  readonly shares: ShareRows
  readonly vectors: Vectors | undefined
}

export function createBlockParts(access: Access, purge: Purge, vectors: Vectors | undefined): BlockParts {
  const { db } = access
  return {
    ...{ access, purge, vectors, owners: createOwners(db), rows: createBlockRows(db) },
    ...{ bytes: createBlockBytes(db), words: createBlockWords(db), shares: createShareRows(db) },
  }
}

/** @throws LamellaError `BLOCK_MISSING` */
export function mustFind({ rows }: BlockParts, owner: Owner, id: string): BlockRow {
  const row = rows.find(owner, sortKey(id))
  if (!row) throw blockMissing(id)
  return row
}

/** @throws LamellaError `STORE_VALUE_INVALID` for a revision that the block does not have yet */
export function mustBeReached(upTo: number, { revision }: BlockRow): void {
  if (upTo > revision) throw valueInvalid('upTo', `is ${upTo}, and the block is at revision ${revision}`)
}
