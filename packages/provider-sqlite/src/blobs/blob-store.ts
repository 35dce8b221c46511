import { type BlobInfo, type BlobStore, blobDamaged, checkedBlobs, type Owner } from '@lamella/store'
import { fromKept, toKept } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { idOfSortKey, sortKey } from '../database/sort-key.ts'
import { type BlobsPlace, createSessionBlobs, room } from './session-blobs.ts'

/** The blob store of a database, with all optional methods. */
export type SqliteBlobs = Required<BlobStore>

/** Bytes of a part of a content: a range is read without the rest. Never changed, since stored parts have this size. */
const partSize = 256 * 1024

interface LinkRow {
  readonly number: number
  readonly id: string
  readonly media_type: string
  readonly name: string | null
  readonly at: number | null
  readonly size: number
}

/** Creates the blob store of a database. The session store of the same database acts on its blobs too. */
export function createBlobs({ db, read, write }: Access, purge: Purge, close: () => Promise<void>): SqliteBlobs {
  const owners = createOwners(db)
  const linked = createSessionBlobs(db, purge)
  const links =
    'FROM blob_links l JOIN blobs b ON b.owner = l.owner AND b.id = l.id WHERE l.owner = ? AND l.session = ?'
  const columns = 'b.number, l.id, l.media_type, l.name, l.at, b.size'
  const one = db.prepare(`SELECT ${columns} ${links} AND l.id = ?`)
  const page = db.prepare(`SELECT ${columns} ${links} AND l.id > ? ORDER BY l.id LIMIT ?`)
  const sum = db.prepare(`SELECT coalesce(sum(b.size), 0) AS bytes ${links}`)
  const sessions = db.prepare(
    'SELECT DISTINCT session FROM blob_links WHERE owner = ? AND session > ? ORDER BY session LIMIT ?',
  )
  const numberOf = db.prepare('SELECT number FROM blobs WHERE owner = ? AND id = ?')
  const make = db.prepare('INSERT INTO blobs (owner, id, size) VALUES (?, ?, ?) RETURNING number')
  const addPart = db.prepare('INSERT INTO blob_parts (key, bytes) VALUES (?, ?)')
  const link = db.prepare(`
    INSERT INTO blob_links (owner, session, id, media_type, name, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET at = coalesce(excluded.at, at)
  `)
  const parts = db.prepare('SELECT key, bytes FROM blob_parts WHERE key >= ? AND key < ? ORDER BY key')
  /** An owner without data has the number 0, as no other. */
  const placeOf = (owner: Owner, session: string): BlobsPlace => {
    return { owner: owners.find(owner) ?? 0, sort: sortKey(session) }
  }
  const find = (owner: Owner, session: string, id: string): LinkRow | undefined => {
    const { owner: number, sort } = placeOf(owner, session)
    return one.get(number, sort, id) as LinkRow | undefined
  }
  return checkedBlobs({
    put: (owner, session, { id, size, mediaType, name, at }, content) =>
      write(() => {
        const number = owners.make(owner)
        if (numberOf.get(number, id) === undefined) {
          const made = make.get(number, id, size) as { readonly number: number }
          for (let start = 0, key = made.number * room; start < size; start += partSize, key++)
            addPart.run(key, content.subarray(start, start + partSize))
        }
        link.run(number, sortKey(session), id, mediaType, name ?? null, toKept(at))
        return infoOf(find(owner, session, id) as LinkRow)
      }),
    info: (owner, session, id) =>
      read(() => {
        const row = find(owner, session, id)
        return row && infoOf(row)
      }),
    read: (owner, session, id, range) =>
      read(() => {
        const row = find(owner, session, id)
        if (row === undefined) return undefined
        const [start, end] = [Math.min(range.start, row.size), Math.min(range.end, row.size)]
        const first = row.number * room
        const content = new Uint8Array(end - start)
        let count = 0
        const [from, upTo] = [Math.floor(start / partSize), start === end ? 0 : Math.ceil(end / partSize)]
        const rows = parts.all(first + from, first + upTo) as { readonly key: number; readonly bytes: Uint8Array }[]
        for (const { key, bytes } of rows) {
          const at = (key - first) * partSize
          const piece = bytes.subarray(Math.max(0, start - at), end - at)
          content.set(piece, Math.max(0, at - start))
          count += piece.length
        }
        if (count !== end - start) throw blobDamaged(session, id)
        return content
      }),
    list: (owner, session, { after = '', limit }) =>
      read(() => {
        const { owner: number, sort } = placeOf(owner, session)
        const rows = page.all(number, sort, after, oneMore(limit)) as LinkRow[]
        const { bytes } = sum.get(number, sort) as { readonly bytes: number }
        return { blobs: rows.slice(0, limit).map(infoOf), bytes, more: rows.length > limit }
      }),
    sessions: (owner, { after = '', limit }) =>
      read(() => {
        const { owner: number, sort } = placeOf(owner, after)
        const rows = sessions.all(number, sort, oneMore(limit)) as { readonly session: Uint8Array }[]
        return { sessions: rows.slice(0, limit).map((row) => idOfSortKey(row.session)), more: rows.length > limit }
      }),
    fork: (owner, session, into) => write(() => linked.copy(placeOf(owner, session), placeOf(owner, into))),
    delete: (owner, session, id, before) =>
      purge.deleting(() => linked.remove(placeOf(owner, session), id, toKept(before))),
    erase: (owner) =>
      purge.deleting(() => {
        const ids = owners.within(owner)
        const count = ids.reduce((total, id) => total + linked.removeOf(id), 0)
        if (owners.forget(ids)) purge.mark()
        return count
      }),
    close,
  })
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
