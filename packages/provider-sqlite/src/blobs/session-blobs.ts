import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Purge } from '../database/purge.ts'

/** The factor of a content's number in the keys of its parts. 256 MiB are 1,024 parts. */
export const room = 1_024

/** A session of an owner, by its id as a sort key. It need not exist. */
export interface BlobsPlace {
  /** The number of its owner. */
  readonly owner: number
  readonly sort: Uint8Array
}

/** What happens to the blobs of sessions. Call these methods in the transaction that changes the sessions. */
export interface SessionBlobs {
  /** Gives all blobs of a session to another one; returns their number. */
  copy(from: BlobsPlace, into: BlobsPlace): number
  /** Takes blobs from a session: one of them, or all; only those older than a time, if there is one. Returns how many. */
  remove(place: BlobsPlace, id?: string, before?: number | null): number
  /** Removes all blobs of an owner; returns the number of sessions that had some. */
  removeOf(owner: number): number
}

export function createSessionBlobs(db: SqliteDatabase, purge: Purge): SessionBlobs {
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
  return {
    copy: (from, into) => {
      copy.run(into.sort, from.owner, from.sort)
      return (count.get(from.owner, from.sort) as { readonly count: number }).count
    },
    remove: ({ owner, sort }, id, before = null) => {
      const values = [before, Number(before === null), owner, sort] as const
      return settle(owner, id === undefined ? unlinkAll.all(...values) : unlink.all(...values, id))
    },
    removeOf: (owner) => {
      const { count: had } = countSessions.get(owner) as { readonly count: number }
      settle(owner, unlinkOwner.all(owner))
      return had
    },
  }
}
