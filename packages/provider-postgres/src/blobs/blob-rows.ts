import { type BlobInfo, type BlobList, type BlobSessions, type ByteRange, blobDamaged } from '@lamella/store'
import { fromKept, toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { fromStored, toStored } from '../database/plain-text.ts'

/** Bytes of a part. Never changed, since stored parts have this size. */
const partSize = 1024 * 1024
/** Parts to read at once. */
const together = 8

/** A session of an owner, by its id as a sort key. It need not exist. */
export interface BlobsPlace {
  /** As stored. */
  readonly tenant: string
  /** The number of its owner. */
  readonly owner: number
  readonly sort: Uint8Array
}

/** Blobs of sessions. Call these methods in a transaction of the tenant. */
export interface BlobRows {
  put(statements: Statements, place: BlobsPlace, info: BlobInfo, content: Uint8Array): Promise<BlobInfo>
  info(statements: Statements, place: BlobsPlace, id: string): Promise<BlobInfo | undefined>
  /** @throws LamellaError `BLOB_DAMAGED` */
  read(
    statements: Statements,
    place: BlobsPlace,
    id: string,
    range: Required<ByteRange>,
  ): Promise<Uint8Array | undefined>
  list(statements: Statements, place: BlobsPlace, after: string, limit: number): Promise<BlobList>
  sessions(statements: Statements, place: BlobsPlace, limit: number): Promise<BlobSessions>
}

interface LinkRow {
  readonly id: string
  readonly media_type: string
  readonly name: string | null
  readonly at: number | string | null
  readonly size: number | string
  readonly number: number | string
}

export function createBlobRows(schema: string): BlobRows {
  const of = 'l.tenant = $1 AND l.owner = $2 AND l.session = $3'
  const links = `SELECT l.id, l.media_type, l.name, l.at, b.size, b.number FROM ${schema}.blob_links l
    JOIN ${schema}.blobs b ON b.tenant = $1 AND b.owner = $2 AND b.id = l.id WHERE ${of}`
  const pieces = `SELECT part, encode(substring(bytes FROM greatest(0, $3 - part::bigint * ${partSize})::int + 1
      FOR (least(${partSize}, $4 - part::bigint * ${partSize}) - greatest(0, $3 - part::bigint * ${partSize}))::int), 'base64') AS base64
    FROM ${schema}.blob_parts WHERE tenant = $1 AND blob = $2 AND part >= $5 AND part < $6 ORDER BY part`
  const find = async (
    statements: Statements,
    { tenant, owner, sort }: BlobsPlace,
    id: string,
  ): Promise<LinkRow | undefined> =>
    (await statements.query<LinkRow>(`${links} AND l.id = $4`, tenant, owner, sort, id))[0]
  const info: BlobRows['info'] = async (statements, place, id) => {
    const row = await find(statements, place, id)
    return row && infoOf(row)
  }
  return {
    info,
    put: async (statements, place, { id, size, mediaType, name, at }, content) => {
      const { tenant, owner, sort } = place
      // Waits for others that put or remove the same content.
      const [made] = await statements.query<Pick<LinkRow, 'number'>>(
        `INSERT INTO ${schema}.blobs (tenant, owner, id, size) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING RETURNING number`,
        ...[tenant, owner, id, size],
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
        ...[tenant, owner, sort, id, mediaType, name === undefined ? null : toStored(name), toKept(at)],
      )
      return (await info(statements, place, id)) as BlobInfo
    },
    read: async (statements, place, id, range) => {
      const row = await find(statements, place, id)
      if (!row) return undefined
      const [start, end] = [Math.min(range.start, Number(row.size)), Math.min(range.end, Number(row.size))]
      const content = new Uint8Array(end - start)
      const behind = Math.ceil(end / partSize)
      let read = 0
      for (let part = Math.floor(start / partSize); part < behind && start < end; part += together) {
        const upTo = Math.min(part + together, behind)
        const rows = await statements.query<{ readonly part: number; readonly base64: string }>(
          pieces,
          ...[place.tenant, Number(row.number), start, end, part, upTo],
        )
        for (const { part: at, base64: text } of rows) {
          const bytes = Buffer.from(text, 'base64')
          content.set(bytes, Math.max(0, at * partSize - start))
          read += bytes.length
        }
      }
      if (read !== end - start) throw blobDamaged(idOf(place.sort), id)
      return content
    },
    list: async (statements, { tenant, owner, sort }, after, limit) => {
      // An id has no U+0000, so one that is greater than a text with it is greater than the part before.
      const [behind = ''] = after.split('\0')
      const most = oneMore(limit)
      const rows = await statements.query<LinkRow>(
        `${links} AND l.id > $4 ORDER BY l.id LIMIT $5`,
        ...[tenant, owner, sort, behind, most],
      )
      const [sum] = await statements.query<{ readonly bytes: number | string }>(
        `SELECT coalesce(sum(size), 0) AS bytes FROM (${links}) AS all_of_them`,
        ...[tenant, owner, sort],
      )
      return { blobs: rows.slice(0, limit).map(infoOf), bytes: Number(sum?.bytes ?? 0), more: rows.length > limit }
    },
    sessions: async (statements, { tenant, owner, sort }, limit) => {
      const rows = await statements.query<{ readonly session: Uint8Array }>(
        `SELECT DISTINCT l.session FROM ${schema}.blob_links l WHERE l.tenant = $1 AND l.owner = $2 AND l.session > $3
         ORDER BY l.session LIMIT $4`,
        ...[tenant, owner, sort, oneMore(limit)],
      )
      return { sessions: rows.slice(0, limit).map(({ session }) => idOf(session)), more: rows.length > limit }
    },
  }
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
