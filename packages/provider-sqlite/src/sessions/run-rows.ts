import type { Owner, RunVersion, StoredRun } from '@lamella/store'
import { storedRun } from '@lamella/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** A state as it is stored, or what was added to it. */
interface RunRow {
  readonly version: number
  /** Its JSON. */
  readonly text: string
}

/** The states of runs, one for each session. Call these methods in a transaction. */
export interface RunRows {
  /** Returns the rows of a session: the whole state, and what was added. */
  rows(session: number): readonly RunRow[]
  /** Returns which state a session has. */
  version(owner: Owner, sort: Uint8Array): RunVersion | undefined
  /** Returns the version of a session's state, whether or not it is damaged. */
  versionOf(session: number): number | undefined
  /** Returns the state of a session; `undefined` also if it is damaged. */
  find(session: number): StoredRun | undefined
  /** Writes a state in place of the one before; returns whether there was one. */
  put(session: number, row: RunRow): boolean
  /** Adds to a state. */
  add(session: number, row: RunRow): void
  /** Copies the state of another session's run, as version 1. */
  copy(from: number, into: number): void
}

/**
 * A row begins with zeros, as many as a row of a table without a rowid can have on a page with others: 64/255 of a page
 * (https://www.sqlite.org/fileformat2.html#b_tree_pages, 2026-11-29). So its state is on overflow pages only. When a state is
 * replaced, SQLite fills those pages with zeros and frees them (secure_delete). Without the zeros, the beginning of the state would
 * be on a page with other rows, and a copy of it could stay where SQLite has moved it from.
 */
export function createRunRows(db: SqliteDatabase): RunRows {
  const zeros = 'zeroblob((SELECT page_size * 64 / 255 FROM pragma_page_size))'
  const find = db.prepare('SELECT version, json AS text FROM runs WHERE session = ? ORDER BY version')
  const versionOf = db.prepare('SELECT max(version) AS version FROM runs WHERE session = ?')
  const version = db.prepare(`
    SELECT max(r.version) AS version, r.session AS series FROM sessions s JOIN runs r ON r.session = s.id
    WHERE s.owner = (SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?) AND s.sort = ?
    GROUP BY r.session
  `)
  const remove = db.prepare('DELETE FROM runs WHERE session = ?')
  const add = db.prepare(`INSERT INTO runs (session, version, zeros, json) VALUES (?, ?, ${zeros}, ?)`)
  // The last of the copied rows has version 1.
  const copy = db.prepare(`
    INSERT INTO runs (session, version, zeros, json)
    SELECT ?, version + 1 - (SELECT max(version) FROM runs WHERE session = ?), ${zeros}, json FROM runs WHERE session = ?
  `)
  const rowsOf = (session: number): readonly RunRow[] => find.all(session) as RunRow[]
  const versionIn = (session: number): number | undefined =>
    (versionOf.get(session) as { readonly version: number | null }).version ?? undefined
  return {
    rows: rowsOf,
    version: ({ tenant, user, agent }, sort) => {
      const row = version.get(tenant, user, agent, sort) as
        | { readonly version: number; readonly series: number }
        | undefined
      return row && { version: row.version, series: String(row.series) }
    },
    versionOf: versionIn,
    find: (session) => {
      const rows = rowsOf(session)
      return storedRun(
        rows.map(({ text }) => text),
        rows.at(-1)?.version ?? 0,
      )
    },
    put: (session, { version, text }) => {
      const isReplaced = versionIn(session) !== undefined
      if (isReplaced) remove.run(session)
      add.run(session, version, text)
      return isReplaced
    },
    add: (session, { version, text }) => add.run(session, version, text),
    copy: (from, into) => copy.run(into, from, from),
  }
}
