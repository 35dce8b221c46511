import { type BlobInfo, type BlobStore, blobDamaged, checkedBlobs, type Owner } from '@lamella/store'
import { fromKept, toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { sessionKey } from '../sessions/heads.ts'
import { createSessionBlobs } from './session-blobs.ts'

/** The blob store of a schema, with all optional methods. */
export type PostgresBlobs = Required<BlobStore>

/** Bytes of a part. Never changed, since stored parts have this size. */
const partSize = 1024 * 1024
/** Parts to read at once. */
const together = 8

interface LinkRow {
  readonly id: string
  readonly media_type: string
  readonly name: string | null
  readonly at: number | string | null
  readonly size: number | string
  readonly number: number | string
}

/** Creates the blob store of a schema. The session store of the same schema acts on its blobs too. */
export function createBlobs({ schema, read, write }: Database, close: () => Promise<void>): PostgresBlobs {
  const owners = createOwners(schema)
  const linked = createSessionBlobs(schema, owners)
  const links = `SELECT l.id, l.media_type, l.name, l.at, b.size, b.number FROM ${schema}.blob_links l
    JOIN ${schema}.blobs b ON b.tenant = $1 AND b.owner = $2 AND b.id = l.id
    WHERE l.tenant = $1 AND l.owner = $2 AND l.session = $3`
  const pieces = `SELECT part, encode(substring(bytes FROM greatest(0, $3 - part::bigint * ${partSize})::int + 1
      FOR (least(${partSize}, $4 - part::bigint * ${partSize}) - greatest(0, $3 - part::bigint * ${partSize}))::int), 'base64') AS base64
    FROM ${schema}.blob_parts WHERE tenant = $1 AND blob = $2 AND part >= $5 AND part < $6 ORDER BY part`
  /** The first values of most statements: the tenant, the number of the owner, and the session, which need not exist. */
  const placeOf = async (statements: Statements, owner: Owner, session: string) =>
    [toStored(owner.tenant), (await owners.find(statements, owner)) ?? 0, sortKey(session)] as const
  const find = async (statements: Statements, owner: Owner, session: string, id: string) => {
    const place = await placeOf(statements, owner, session)
    const [row] = await statements.query<LinkRow>(`${links} AND l.id = $4`, ...place, id)
    return row
  }
  return checkedBlobs({
    put: (owner, session, { id, size, mediaType, name, at }, content) =>
      write(owner.tenant, async (statements) => {
        const [tenant, number] = [toStored(owner.tenant), await owners.make(statements, owner)]
        // Waits for others that put or remove the same content.
        const [made] = await statements.query<Pick<LinkRow, 'number'>>(
          `INSERT INTO ${schema}.blobs (tenant, owner, id, size) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING RETURNING number`,
          ...[tenant, number, id, size],
        )
        for (let part = 0; made && part * partSize < size; part++) {
          await statements.query(
            `INSERT INTO ${schema}.blob_parts (tenant, blob, part, bytes) VALUES ($1, $2, $3, decode($4, 'base64'))`,
            ...[tenant, Number(made.number), part, base64(content.subarray(part * partSize, (part + 1) * partSize))],
          )
        }
        await statements.query(
          `INSERT INTO ${schema}.blob_links AS l (tenant, owner, session, id, media_type, name, at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (tenant, owner, session, id) DO UPDATE SET at = coalesce(excluded.at, l.at)`,
          ...[tenant, number, sortKey(session), id, mediaType, name === undefined ? null : toStored(name), toKept(at)],
        )
        return infoOf((await find(statements, owner, session, id)) as LinkRow)
      }),
    info: (owner, session, id) =>
      read(owner.tenant, async (statements) => {
        const row = await find(statements, owner, session, id)
        return row && infoOf(row)
      }),
    read: (owner, session, id, range) =>
      read(owner.tenant, async (statements) => {
        const row = await find(statements, owner, session, id)
        if (!row) return undefined
        const [start, end] = [Math.min(range.start, Number(row.size)), Math.min(range.end, Number(row.size))]
        const content = new Uint8Array(end - start)
        const endPart = Math.ceil(end / partSize)
        let count = 0
        for (let part = Math.floor(start / partSize); part < endPart && start < end; part += together) {
          const upTo = Math.min(part + together, endPart)
          const rows = await statements.query<{ readonly part: number; readonly base64: string }>(
            pieces,
            ...[toStored(owner.tenant), Number(row.number), start, end, part, upTo],
          )
          for (const { part: at, base64: text } of rows) {
            const bytes = Buffer.from(text, 'base64')
            content.set(bytes, Math.max(0, at * partSize - start))
            count += bytes.length
          }
        }
        if (count !== end - start) throw blobDamaged(session, id)
        return content
      }),
    list: (owner, session, { after = '', limit }) =>
      read(owner.tenant, async (statements) => {
        const place = await placeOf(statements, owner, session)
        // An id has no U+0000, so one that is greater than a text with it is greater than the part before.
        const [last = ''] = after.split('\0')
        const page = `${links} AND l.id > $4 ORDER BY l.id LIMIT $5`
        const rows = await statements.query<LinkRow>(page, ...place, last, oneMore(limit))
        const [sum] = await statements.query<{ readonly bytes: number | string }>(
          `SELECT coalesce(sum(size), 0) AS bytes FROM (${links}) AS all_of_them`,
          ...place,
        )
        return { blobs: rows.slice(0, limit).map(infoOf), bytes: Number(sum?.bytes ?? 0), more: rows.length > limit }
      }),
    sessions: (owner, { after = '', limit }) =>
      read(owner.tenant, async (statements) => {
        const rows = await statements.query<{ readonly session: Uint8Array }>(
          `SELECT DISTINCT l.session FROM ${schema}.blob_links l WHERE l.tenant = $1 AND l.owner = $2 AND l.session > $3
           ORDER BY l.session LIMIT $4`,
          ...[...(await placeOf(statements, owner, after)), oneMore(limit)],
        )
        return { sessions: rows.slice(0, limit).map(({ session }) => idOf(session)), more: rows.length > limit }
      }),
    fork: (owner, session, into) =>
      write(owner.tenant, (statements) => linked.copy(statements, sessionKey(owner, session), sessionKey(owner, into))),
    delete: (owner, session, id, before) =>
      write(owner.tenant, (statements) => linked.remove(statements, sessionKey(owner, session), id, toKept(before))),
    erase: (owner) =>
      write(owner.tenant, async (statements) => {
        const ids = await owners.within(statements, owner)
        const count = await linked.erase(statements, toStored(owner.tenant), ids)
        await owners.forget(statements, owner.tenant, ids)
        return count
      }),
    close,
  })
}

/** Bytes pass as base64: the clients send and return `bytea` as hexadecimal digits, which PGlite makes 6 to 12 times slower. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** One more than the limit, to see whether there are more; `null` for all. */
function oneMore(limit: number): number | null {
  return Number.isSafeInteger(limit + 1) ? limit + 1 : null
}

/** Converts a sort key back to its id. */
function idOf(sort: Uint8Array): string {
  return Buffer.from(sort).swap16().toString('utf16le')
}

function infoOf({ id, size, media_type, name, at }: LinkRow): BlobInfo {
  return {
    ...{ id, size: Number(size), mediaType: media_type },
    ...(name !== null && { name: fromStored(name) }),
    ...(at !== null && { at: fromKept(at) }),
  }
}
