import { nextRunVersion, type RawSessions, storedRun } from '@lamella/store'
import type { Access } from '../database/access.ts'
import { createOwners, idsOf } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import type { Heads } from './heads.ts'
import { mustHaveRoom } from './keys.ts'

/** The states of runs, one for each session. */
export interface Runs {
  /** The methods of the session store. */
  readonly methods: Required<NonNullable<RawSessions['runs']>>
  /** Copies the state of another session's run, as version 1. Call it in a transaction. */
  copy(from: number, into: number): void
}

/** A state as it is stored, or what was added to it. */
interface RunRow {
  readonly version: number
  /** Its JSON. */
  readonly text: string
}

/**
 * A row begins with zeros, as many as a row of a table without a rowid can have on a page with others: 64/255 of a page
 * (https://www.sqlite.org/fileformat2.html#b_tree_pages, 2026-11-29). So its state is on overflow pages only. When a state is
 * replaced, SQLite fills those pages with zeros and frees them (secure_delete). Without the zeros, the beginning of the state would
 * be on a page with other rows, and a copy of it could stay where SQLite has moved it from.
 */
export function createRuns({ db, read, write }: Access, purge: Purge, heads: Heads): Runs {
  const owners = createOwners(db)
  const zeros = 'zeroblob((SELECT page_size * 64 / 255 FROM pragma_page_size))'
  const rows = db.prepare('SELECT version, json AS text FROM runs WHERE session = ? ORDER BY version')
  const versionOf = db.prepare('SELECT max(version) AS version FROM runs WHERE session = ?')
  const version = db.prepare(`
    SELECT max(r.version) AS version, r.session AS series FROM sessions s JOIN runs r ON r.session = s.id
    WHERE s.owner = (SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?) AND s.sort = ?
    GROUP BY r.session
  `)
  const make = db.prepare('INSERT INTO sessions (owner, sort, name, changed_revision) VALUES (?, ?, ?, 1) RETURNING id')
  const remove = db.prepare('DELETE FROM runs WHERE session = ?')
  const add = db.prepare(`INSERT INTO runs (session, version, zeros, json) VALUES (?, ?, ${zeros}, ?)`)
  // The last of the copied rows has version 1.
  const copy = db.prepare(`
    INSERT INTO runs (session, version, zeros, json)
    SELECT ?, version + 1 - (SELECT max(version) FROM runs WHERE session = ?), ${zeros}, json FROM runs WHERE session = ?
  `)
  /** `undefined` also for a damaged state. */
  const find = (session: number): ReturnType<typeof storedRun> => {
    const found = rows.all(session) as RunRow[]
    return storedRun(
      found.map(({ text }) => text),
      found.at(-1)?.version ?? 0,
    )
  }
  return {
    copy: (from, into) => copy.run(into, from, from),
    methods: {
      read: (owner, session) =>
        read(() => {
          const head = heads.state(owner, sortKey(session))
          return head && find(head.id)
        }),
      // The number of a deleted session is never used again.
      version: (owner, session) =>
        read(() => {
          const row = version.get(...idsOf(owner), sortKey(session)) as
            | { readonly version: number; readonly series: number }
            | undefined
          return row && { version: row.version, series: String(row.series) }
        }),
      write: async (owner, name, change) => {
        const sort = sortKey(name)
        const written = await write(() => {
          const head = heads.state(owner, sort)
          const kept = head ? (versionOf.get(head.id) as { readonly version: number | null }).version : null
          // A damaged state counts as none, but its version is not used again.
          const actual = head && kept !== change.expectedVersion ? find(head.id)?.version : kept
          const next = Math.max(nextRunVersion(name, change, actual ?? 0), (kept ?? 0) + 1)
          const id = head?.id ?? (make.get(owners.make(owner), sort, name) as { readonly id: number }).id
          mustHaveRoom(id, 0)
          const isReplaced = !change.adds && kept !== null
          if (isReplaced) remove.run(id)
          add.run(id, next, change.text)
          return { next, isReplaced }
        })
        if (written.isReplaced && change.purge) await purge.log()
        return written.next
      },
    },
  }
}
