import {
  type BlockAppended,
  blockMissing,
  type Change,
  mustBeAt,
  notShared,
  type Owner,
  type RawBlocks,
  type RawSharing,
  valueInvalid,
} from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { isDuplicate } from '../database/failure.ts'
import { ownerKey } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { type BlockKey, type BlockParts, blockKey, hashOf } from './block-parts.ts'

/** Who writes to the block of another owner. */
interface Writer {
  readonly grantee: Owner
  readonly permission: string | undefined
}

/** Adds an update. */
export function createAppend(parts: BlockParts): RawBlocks['append'] {
  return (owner, id, update, change) => append(parts, blockKey(owner, id), undefined, update, change)
}

/** Adds an update to a block that was shared with a scope. */
export function createAppendShared(parts: BlockParts): RawSharing['appendShared'] {
  return (grantee, owner, id, update, { permission, ...change }) =>
    append(parts, blockKey(owner, id), { grantee, permission }, update, change)
}

async function append(
  parts: BlockParts,
  key: BlockKey,
  writer: Writer | undefined,
  update: Uint8Array,
  change: Change,
): Promise<BlockAppended> {
  const { database, changed } = parts
  const { owner, sort } = key
  const { operation, at, expectedRevision } = change
  const hash = hashOf(update)
  const values = [
    ...[ownerKey(owner), sort, writer === undefined ? null : ownerKey(writer.grantee)],
    ...[writer?.permission === undefined ? null : toStored(writer.permission), update, hash, toKept(at)],
    ...[expectedRevision ?? null, operation === undefined ? null : toStored(operation)],
  ]
  for (;;) {
    const row = await appendOnce(parts, owner.tenant, values)
    if (row !== undefined) {
      changed(owner)
      return { revision: row.new_revision, repeated: false }
    }
    const done = await database.read(owner.tenant, (statements) => why(parts, statements, key, writer, hash, change))
    if (done !== undefined) return done
    // What stood in the way has gone meanwhile: the block appeared, or is now at the expected revision.
  }
}

/** Returns `undefined` if nothing was changed. */
async function appendOnce(
  { database }: BlockParts,
  tenant: string,
  values: readonly unknown[],
): Promise<{ readonly new_revision: number } | undefined> {
  try {
    const [row] = await database.call<{ readonly new_revision: number }>(tenant, 'append_update', values)
    return row
  } catch (error) {
    // Another connection applied the operation at the same time.
    if (isDuplicate(error)) return undefined
    throw error
  }
}

/** Returns the result of the same append earlier, or throws why the update was not added. */
async function why(
  { rows, shares, database }: BlockParts,
  statements: Statements,
  { id, owner, sort }: BlockKey,
  writer: Writer | undefined,
  hash: Uint8Array,
  { operation, expectedRevision }: Change,
): Promise<BlockAppended | undefined> {
  if (writer !== undefined) {
    const [share] = await shares.gotBy(statements, writer.grantee, { owner, sort })
    const accepts = writer.permission === undefined || writer.permission === share?.permission
    if (share?.write !== true || !accepts) throw notShared(id)
  }
  const row = await rows.find(statements, owner, sort)
  if (row === undefined) throw writer === undefined ? blockMissing(id) : notShared(id)
  if (operation !== undefined) {
    const [done] = await statements.query<{ readonly revision: number; readonly hash: Uint8Array }>(
      `SELECT revision, hash FROM ${database.schema}.block_operations WHERE tenant = $1 AND block = $2 AND name = $3`,
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
