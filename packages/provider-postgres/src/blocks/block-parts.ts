import { createHash } from 'node:crypto'
import { type Owner, valueInvalid } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { isDuplicate } from '../database/failure.ts'
import { createOwners, type Owners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import type { IndexPart } from '../search/kinds.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { type BlockRow, type BlockRows, createBlockRows } from './block-rows.ts'
import { createShareRows, type ShareRows } from './share-rows.ts'

/** What the methods of a block store use. */
export interface BlockParts {
  readonly database: Database
  readonly owners: Owners
  readonly rows: BlockRows
  readonly shares: ShareRows
  readonly vectors: Vectors | undefined
  /** Called after a change of revisions was committed. */
  readonly changed: (owner: Owner) => void
}

export function createBlockParts(
  database: Database,
  vectors: Vectors | undefined,
  changed: (owner: Owner) => void,
): BlockParts {
  const { schema } = database
  return {
    ...{ database, vectors, changed, owners: createOwners(schema) },
    ...{ rows: createBlockRows(schema), shares: createShareRows(schema) },
  }
}

/** The place of a block: its owner, and its id as a sort key. */
export interface BlockKey {
  readonly id: string
  readonly owner: Owner
  readonly sort: Uint8Array
}

export function blockKey(owner: Owner, id: string): BlockKey {
  return { id, owner, sort: sortKey(id) }
}

/** @throws LamellaError `STORE_VALUE_INVALID` for a revision that the block does not have yet */
export function mustBeReached(upTo: number, { revision }: { readonly revision: number }): void {
  if (upTo > revision) throw valueInvalid('upTo', `is ${upTo}, and the block is at revision ${revision}`)
}

/** The part of the index that has a block. */
export function partOf({ tenant }: Owner, { owner }: Pick<BlockRow, 'owner'>): IndexPart {
  return { tenant: toStored(tenant), owner: Number(owner), kind: 'block' }
}

/** Returns the hash of an update (SHA-256), which outlives the update. */
export function hashOf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}

/** How often work runs that another connection came before. */
const attempts = 5

/**
 * Runs work that looks whether a name is taken before it writes. If another connection takes the name in between, the
 * work runs again and sees it.
 */
export async function writeNamed<Result>(
  database: Database,
  tenant: string,
  work: (statements: Statements) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.write(tenant, work)
    } catch (error) {
      if (attempt === attempts || !isDuplicate(error)) throw error
    }
  }
}
