import { type BlobInfo, type BlobList, type BlobSessions, type ByteRange, blobDamaged } from '@lamella/store'
import { fromKept, toKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Purge } from '../database/purge.ts'
import { idOfSortKey } from '../database/sort-key.ts'

/** Bytes of a part of a content: a range is read without the rest. Never changed, since stored parts have this size. */
const partSize = 256 * 1024
/** The factor of a content's number in the keys of its parts. 256 MiB are 1,024 parts. */
const room = 1_024

/** A session of an owner, by its id as a sort key. It need not exist. */
export interface BlobsPlace {
  /** The number of its owner. */
  readonly owner: number
  readonly sort: Uint8Array
}

/** Blobs of sessions. Call these methods in a transaction. */
export interface BlobRows {
  put(place: BlobsPlace, info: BlobInfo, content: Uint8Array): BlobInfo
  info(place: BlobsPlace, id: string): BlobInfo | undefined
  /** @throws LamellaError `BLOB_DAMAGED` */
  read(place: BlobsPlace, id: string, range: Required<ByteRange>): Uint8Array | undefined
  list(place: BlobsPlace, after: string, limit: number): BlobList
  sessions(owner: number, after: Uint8Array, limit: number): BlobSessions
  /** Gives all blobs of a session to another one; returns their number. */
  copy(from: BlobsPlace, into: BlobsPlace): number
  /** Takes a blob from a session, if it is older than a time. Returns whether it did. */
  remove(place: BlobsPlace, id: string, before: number | null): boolean
  /** Takes all blobs from a session, or those older than a time; returns their number. */
  removeAll(place: BlobsPlace, before: number | null): number
  /** Removes all blobs of an owner; returns the number of sessions that had some. */
  removeOf(owner: number): number
}

interface LinkRow {
  readonly id: string
  readonly media_type: string
  readonly name: string | null
  readonly at: number | null
  readonly size: number
}

export function createBlobRows(db: SqliteDatabase, purge: Purge): BlobRows {
  const columns =
    'l.id, l.media_type, l.name, l.at, b.size FROM blob_links l JOIN blobs b ON b.owner = l.owner AND b.id = l.id'
  const find = db.prepare(`SELECT ${columns} WHERE l.owner = ? AND l.session = ? AND l.id = ?`)
  const page = db.prepare(`SELECT ${columns} WHERE l.owner = ? AND l.session = ? AND l.id > ? ORDER BY l.id LIMIT ?`)
  const sum = db.prepare(
    'SELECT coalesce(sum(b.size), 0) AS bytes FROM blob_links l JOIN blobs b ON b.owner = l.owner AND b.id = l.id WHERE l.owner = ? AND l.session = ?',
  )
  const sessions = db.prepare(
    'SELECT DISTINCT session FROM blob_links WHERE owner = ? AND session > ? ORDER BY session LIMIT ?',
  )
  const numberOf = db.prepare('SELECT number, size FROM blobs WHERE owner = ? AND id = ?')
  const make = db.prepare('INSERT INTO blobs (owner, id, size) VALUES (?, ?, ?) RETURNING number')
  const addPart = db.prepare('INSERT INTO blob_parts (key, bytes) VALUES (?, ?)')
  const link = db.prepare(`
    INSERT INTO blob_links (owner, session, id, media_type, name, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET at = coalesce(excluded.at, at)
  `)
  const parts = db.prepare('SELECT key, bytes FROM blob_parts WHERE key >= ? AND key < ? ORDER BY key')
  const copy = db.prepare(`
    INSERT INTO blob_links (owner, session, id, media_type, name, at)
    SELECT owner, ?, id, media_type, name, at FROM blob_links WHERE owner = ? AND session = ?
    ON CONFLICT DO NOTHING
  `)
  const count = db.prepare('SELECT count(*) AS count FROM blob_links WHERE owner = ? AND session = ?')
  // Neither is known without a limit or a time: then the second value decides.
  const isOld = 'coalesce(at < ?, ?)'
  const unlink = db.prepare(
    `DELETE FROM blob_links WHERE ${isOld} AND owner = ? AND session = ? AND id = ? RETURNING id`,
  )
  const unlinkAll = db.prepare(`DELETE FROM blob_links WHERE ${isOld} AND owner = ? AND session = ? RETURNING id`)
  const countSessions = db.prepare('SELECT count(DISTINCT session) AS count FROM blob_links WHERE owner = ?')
  const unlinkOwner = db.prepare('DELETE FROM blob_links WHERE owner = ? RETURNING id')
  const unused = db.prepare(`
    DELETE FROM blobs WHERE owner = ? AND id = ?
      AND NOT EXISTS (SELECT 1 FROM blob_links l WHERE l.owner = blobs.owner AND l.id = blobs.id) RETURNING number
  `)
  const removeParts = db.prepare('DELETE FROM blob_parts WHERE key >= ? AND key < ?')

  /** Removes the contents that no session has any more. */
  const settle = (owner: number, rows: readonly unknown[]): number => {
    for (const id of new Set((rows as readonly { readonly id: string }[]).map((row) => row.id))) {
      const gone = unused.get(owner, id) as { readonly number: number } | undefined
      if (gone) removeParts.run(gone.number * room, (gone.number + 1) * room)
    }
    if (rows.length > 0) purge.mark()
    return rows.length
  }
  const info: BlobRows['info'] = ({ owner, sort }, id) => {
    const row = find.get(owner, sort, id) as LinkRow | undefined
    return row && infoOf(row)
  }
  return {
    put: (place, given, content) => {
      const { owner, sort } = place
      const { id, size, mediaType, name, at } = given
      if (numberOf.get(owner, id) === undefined) {
        const { number } = make.get(owner, id, size) as { readonly number: number }
        for (let start = 0, key = number * room; start < size; start += partSize, key++)
          addPart.run(key, content.subarray(start, start + partSize))
      }
      link.run(owner, sort, id, mediaType, name ?? null, toKept(at))
      return info(place, id) as BlobInfo
    },
    info,
    read: (place, id, range) => {
      const size = info(place, id)?.size
      if (size === undefined) return undefined
      const [start, end] = [Math.min(range.start, size), Math.min(range.end, size)]
      const { number } = numberOf.get(place.owner, id) as { readonly number: number }
      const first = number * room
      const content = new Uint8Array(end - start)
      let read = 0
      const rows =
        start === end
          ? []
          : parts.all(first + Math.floor(start / partSize), first + Math.floor((end - 1) / partSize) + 1)
      for (const { key, bytes } of rows as readonly { readonly key: number; readonly bytes: Uint8Array }[]) {
        const at = (key - first) * partSize
        const piece = bytes.subarray(Math.max(0, start - at), end - at)
        content.set(piece, Math.max(0, at - start))
        read += piece.length
      }
      if (read !== end - start) throw blobDamaged(idOfSortKey(place.sort), id)
      return content
    },
    list: ({ owner, sort }, after, limit) => {
      const rows = page.all(owner, sort, after, oneMore(limit)) as LinkRow[]
      const { bytes } = sum.get(owner, sort) as { readonly bytes: number }
      return { blobs: rows.slice(0, limit).map(infoOf), bytes, more: rows.length > limit }
    },
    sessions: (owner, after, limit) => {
      const rows = sessions.all(owner, after, oneMore(limit)) as { readonly session: Uint8Array }[]
      return { sessions: rows.slice(0, limit).map(({ session }) => idOfSortKey(session)), more: rows.length > limit }
    },
    copy: (from, into) => {
      copy.run(into.sort, from.owner, from.sort)
      return (count.get(from.owner, from.sort) as { readonly count: number }).count
    },
    remove: ({ owner, sort }, id, before) =>
      settle(owner, unlink.all(before, Number(before === null), owner, sort, id)) > 0,
    removeAll: ({ owner, sort }, before) => settle(owner, unlinkAll.all(before, Number(before === null), owner, sort)),
    removeOf: (owner) => {
      const { count: had } = countSessions.get(owner) as { readonly count: number }
      settle(owner, unlinkOwner.all(owner))
      return had
    },
  }
}

/** One more than the limit, to see whether there are more; -1 for all. */
function oneMore(limit: number): number {
  return Number.isSafeInteger(limit + 1) ? limit + 1 : -1
}

function infoOf({ id, size, media_type, name, at }: LinkRow): BlobInfo {
  return {
    ...{ id, size, mediaType: media_type },
    ...(name !== null && { name }),
    ...(at !== null && { at: fromKept(at) }),
  }
}
