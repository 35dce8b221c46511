import { createHash } from 'node:crypto'
import { type BlockAppended, type BlockContent, type Change, mustBeAt, valueInvalid } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { BlockRow } from './block-rows.ts'

/** Snapshots and updates of blocks. Call these methods in a transaction. */
export interface BlockBytes {
  /** @throws LamellaError `STORE_VALUE_INVALID` for the name of another update, `BLOCK_CONFLICT` */
  append(row: BlockRow, update: Uint8Array, change: Change): BlockAppended
  /** Replaces the updates up to a revision with a snapshot. */
  setSnapshot(block: number, snapshot: Uint8Array, upTo: number): void
  /** Returns the changes since a revision. */
  read(row: BlockRow, since: number): BlockContent
}

export function createBlockBytes(db: SqliteDatabase): BlockBytes {
  const insert = db.prepare('INSERT INTO block_updates (block, revision, bytes) VALUES (?, ?, ?)')
  const appended = db.prepare(`
    UPDATE blocks SET revision = ?, content_revision = ?, updates = updates + 1, updates_size = updates_size + ?,
      created_at = coalesce(created_at, ?), updated_at = coalesce(?, updated_at) WHERE id = ?
  `)
  const findOperation = db.prepare('SELECT revision, hash FROM block_operations WHERE block = ? AND name = ?')
  const addOperation = db.prepare('INSERT INTO block_operations (block, name, revision, hash) VALUES (?, ?, ?, ?)')
  const keep = db.prepare(
    'INSERT INTO block_snapshots (block, snapshot) VALUES (?, ?) ON CONFLICT DO UPDATE SET snapshot = excluded.snapshot',
  )
  const drop = db.prepare('DELETE FROM block_updates WHERE block = ? AND revision <= ?')
  const compacted = db.prepare(`
    UPDATE blocks SET snapshot_revision = ?, snapshot_size = ?,
      (updates, updates_size) = (SELECT count(*), coalesce(sum(length(bytes)), 0) FROM block_updates WHERE block = blocks.id)
    WHERE id = ?
  `)
  const snapshotOf = db.prepare('SELECT snapshot FROM block_snapshots WHERE block = ?')
  const updatesOf = db.prepare('SELECT bytes FROM block_updates WHERE block = ? AND revision > ? ORDER BY revision')

  return {
    append: (row, update, { operation, at, expectedRevision }) => {
      const { id } = row
      const done = operation === undefined ? undefined : (findOperation.get(id, operation) as OperationRow | undefined)
      if (done) {
        if (Buffer.compare(done.hash, hashOf(update)) === 0) return { revision: done.revision, repeated: true }
        throw valueInvalid('options.operation', 'is the name of another update of this block')
      }
      mustBeAt('block', row.name, expectedRevision, row.revision)
      const revision = row.revision + 1
      insert.run(id, revision, update)
      const time = toKept(at)
      appended.run(revision, revision, update.length, time, time, id)
      // The hash outlives the update itself, which the next compaction removes.
      if (operation !== undefined) addOperation.run(id, operation, revision, hashOf(update))
      return { revision, repeated: false }
    },
    setSnapshot: (block, snapshot, upTo) => {
      keep.run(block, snapshot)
      drop.run(block, upTo)
      compacted.run(upTo, snapshot.length, block)
    },
    read: ({ id, revision, snapshot_revision }, since) => {
      // A reader ahead of the block has seen a different block.
      const seen = since > revision ? 0 : since
      const isBehind = seen < snapshot_revision
      const rows = updatesOf.all(id, isBehind ? 0 : seen) as { readonly bytes: Uint8Array }[]
      const content = { revision, updates: rows.map(({ bytes }) => plain(bytes)) }
      const row = isBehind ? (snapshotOf.get(id) as { readonly snapshot: Uint8Array } | undefined) : undefined
      return row === undefined ? content : { ...content, snapshot: plain(row.snapshot) }
    },
  }
}

interface OperationRow {
  readonly revision: number
  readonly hash: Uint8Array
}

/** Returns a plain array: a Buffer's methods differ, and its `slice` does not copy. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function hashOf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}
