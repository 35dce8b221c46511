import { createHash } from 'node:crypto'
import {
  type BlockAppended,
  blockMissing,
  type Change,
  mustBeAt,
  notShared,
  type Owner,
  valueInvalid,
} from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { isDuplicate } from '../database/failure.ts'
import { ownerKey } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { findBlock } from './block-rows.ts'
import { sharedBlocks } from './share-rows.ts'

/** Who writes to the block of another owner. */
interface Writer {
  readonly grantee: Owner
  readonly permission: string | undefined
}

/** Adds an update. Without a writer, the owner writes. */
export type Append = (
  owner: Owner,
  id: string,
  writer: Writer | undefined,
  update: Uint8Array,
  change: Change,
) => Promise<BlockAppended>

/** @param changed Called after a change of revisions was committed. */
export function createAppend(database: Database, changed: (owner: Owner) => void): Append {
  const { schema } = database
  const operations = `SELECT revision, hash FROM ${schema}.block_operations WHERE tenant = $1 AND block = $2 AND name = $3`
  /** Returns `undefined` if nothing was changed. */
  const appendOnce = async (tenant: string, values: readonly unknown[]): Promise<number | undefined> => {
    try {
      const [row] = await database.call<{ readonly new_revision: number }>(tenant, 'append_update', values)
      return row?.new_revision
    } catch (error) {
      // Another connection applied the operation at the same time.
      if (isDuplicate(error)) return undefined
      throw error
    }
  }
  return async (owner, id, writer, update, change) => {
    const { operation, at, expectedRevision } = change
    // The hash outlives the update.
    const hash = createHash('sha256').update(update).digest()
    const values = [
      ...[ownerKey(owner), sortKey(id), writer === undefined ? null : ownerKey(writer.grantee)],
      ...[writer?.permission === undefined ? null : toStored(writer.permission), update, hash, toKept(at)],
      ...[expectedRevision ?? null, operation === undefined ? null : toStored(operation)],
    ]
    /** Returns the result of the same append earlier, or throws why the update was not added. */
    const why = async (statements: Statements): Promise<BlockAppended | undefined> => {
      if (writer !== undefined) {
        const [share] = await sharedBlocks(schema, statements, writer.grantee, { owner, sort: sortKey(id) })
        const accepts = writer.permission === undefined || writer.permission === share?.permission
        if (share?.write !== true || !accepts) throw notShared(id)
      }
      const row = await findBlock(schema, statements, owner, id)
      if (row === undefined) throw writer === undefined ? blockMissing(id) : notShared(id)
      if (operation !== undefined) {
        const [done] = await statements.query<{ readonly revision: number; readonly hash: Uint8Array }>(
          operations,
          ...[toStored(owner.tenant), row.id, toStored(operation)],
        )
        if (done !== undefined) {
          if (Buffer.compare(done.hash, hash) === 0) return { revision: done.revision, repeated: true }
          throw valueInvalid('options.operation', 'is the name of another update of this block')
        }
      }
      mustBeAt('block', id, expectedRevision, row.revision)
      return undefined
    }
    for (;;) {
      const revision = await appendOnce(owner.tenant, values)
      if (revision !== undefined) {
        changed(owner)
        return { revision, repeated: false }
      }
      const done = await database.read(owner.tenant, why)
      if (done !== undefined) return done
      // What stood in the way has gone meanwhile: the block appeared, or is now at the expected revision.
    }
  }
}
