import type { BlockContent, Owner } from '@lamella/store'
import type { Database } from '../database/database.ts'
import { ownerKey } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'

interface PieceRow {
  readonly block: number | string
  readonly at_revision: number
  /** `null` in the first row, 0 for the snapshot, else the revision of an update. */
  readonly place: number | null
  readonly size: number
  readonly bytes: Uint8Array | null
}

/**
 * The most bytes that one row returns. PostgreSQL sends bytes as twice as many digits, and JavaScript's strings end at
 * 536,870,888 characters.
 */
const largest = 2 ** 26

/** Reads the bytes that are new to a reader: to the owner, or to the grantee of a share. */
export type ReadBlock = (
  owner: Owner,
  id: string,
  grantee: Owner | null,
  since: number,
) => Promise<BlockContent | undefined>

export function createRead(database: Database): ReadBlock {
  return async (owner, id, grantee, since) => {
    const values = [ownerKey(owner), sortKey(id), grantee && ownerKey(grantee), since, largest]
    const rows = await database.call<PieceRow>(owner.tenant, 'read_block', values)
    if (rows.every(({ place, bytes }) => place === null || bytes !== null)) return contentOf(rows)
    return readLarge(database, owner.tenant, values)
  }
}

/** Reads again on one state, and what is large in parts. */
function readLarge(database: Database, tenant: string, values: readonly unknown[]): Promise<BlockContent | undefined> {
  const { schema } = database
  return database.read(tenant, async (statements) => {
    const rows = await statements.query<PieceRow>(
      `SELECT * FROM ${schema}.read_block($1, $2, $3, $4, $5, $6)`,
      ...[toStored(tenant), ...values],
    )
    const whole: PieceRow[] = []
    for (const row of rows) {
      if (row.place === null || row.bytes !== null) {
        whole.push(row)
        continue
      }
      const table = row.place === 0 ? 'block_snapshots' : 'block_updates'
      const at = row.place === 0 ? '$3::integer = 0' : 'revision = $3'
      const bytes = new Uint8Array(row.size)
      for (let start = 0; start < row.size; start += largest) {
        const [part] = await statements.query<{ readonly bytes: Uint8Array }>(
          `SELECT substring(bytes FROM $4::integer FOR $5::integer) AS bytes FROM ${schema}.${table}
          WHERE tenant = $1 AND block = $2 AND ${at}`,
          ...[toStored(tenant), row.block, row.place, start + 1, largest],
        )
        if (part !== undefined) bytes.set(part.bytes, start)
      }
      whole.push({ ...row, bytes })
    }
    return contentOf(whole)
  })
}

function contentOf(rows: readonly PieceRow[]): BlockContent | undefined {
  const [head, ...pieces] = rows
  if (head === undefined) return undefined
  const updates: Uint8Array[] = []
  let snapshot: Uint8Array | undefined
  for (const { place, bytes } of pieces) {
    if (bytes === null) continue
    if (place === 0) snapshot = plain(bytes)
    else updates.push(plain(bytes))
  }
  return { revision: head.at_revision, updates, ...(snapshot && { snapshot }) }
}

/** Returns a plain array: a Buffer's methods differ, and its `slice` does not copy. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
