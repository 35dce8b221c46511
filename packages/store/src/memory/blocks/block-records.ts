import type { Scope } from '@lamella/core'
import { checkId } from '../../check/check.ts'
import { blockMissing } from '../../check/store-errors.ts'
import { createOwners, type Owners } from '../owners.ts'
import type { BlockRecord } from './block-record.ts'

/** The blocks of a store, shared by its methods. */
export interface BlockRecords extends Owners<BlockRecord> {
  /** Blocks by their labels. */
  readonly labels: Owners<BlockRecord>
  /** @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
  find(scope: Scope, id: string): BlockRecord | undefined
  /** @throws LamellaError `BLOCK_MISSING`, and the errors of `find` */
  mustFind(scope: Scope, id: string): BlockRecord
}

export function createBlockRecords(): BlockRecords {
  const owners = createOwners<BlockRecord>()
  const find = (scope: Scope, id: string): BlockRecord | undefined => owners.of(scope).get(checkId('id', id))
  const mustFind = (scope: Scope, id: string): BlockRecord => {
    const record = find(scope, id)
    if (!record) throw blockMissing(id)
    return record
  }
  return { ...owners, labels: createOwners<BlockRecord>(), find, mustFind }
}
