import { isObject } from '@lamella/core/plugin'
import type { Owner, RunVersion, StoredRun } from '@lamella/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** A state as it is stored. */
interface RunRow {
  readonly version: number
  /** Its JSON. */
  readonly text: string
}

/** The states of runs, one for each session. Call these methods in a transaction. */
export interface RunRows {
  /** Returns the row of a session. */
  row(session: number): RunRow | undefined
  /** Returns which state a session has. */
  version(owner: Owner, sort: Uint8Array): RunVersion | undefined
  /** Returns the version of a session's state, whether or not it is damaged. */
  versionOf(session: number): number | undefined
  /** Returns the state of a session; `undefined` also if it is damaged. */
  find(session: number): StoredRun | undefined
  /** Writes a state in place of the one before; returns whether there was one. */
  put(session: number, row: RunRow): boolean
  /** Copies the state of another session's run, as version 1. */
  copy(from: number, into: number): void
}

/**
 * A row begins with a page of zeros, so its state is on overflow pages only. When a state is replaced, SQLite overwrites
 * those pages, or fills them with zeros and frees them (secure_delete). Without the zeros, the beginning of the state
 * would be on a page with other rows, and a copy of it could stay where SQLite has moved it from.
 */
export function createRunRows(db: SqliteDatabase): RunRows {
  const zeros = 'zeroblob((SELECT page_size FROM pragma_page_size))'
  const find = db.prepare('SELECT version, json AS text FROM runs WHERE session = ?')
  const versionOf = db.prepare('SELECT version FROM runs WHERE session = ?')
  const version = db.prepare(`
    SELECT r.version, r.session AS series FROM sessions s JOIN runs r ON r.session = s.id
    WHERE s.owner = (SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?) AND s.sort = ?
  `)
  const put = db.prepare(`
    INSERT INTO runs (session, version, zeros, json) VALUES (?, ?, ${zeros}, ?)
    ON CONFLICT (session) DO UPDATE SET version = excluded.version, zeros = excluded.zeros, json = excluded.json
  `)
  const copy = db.prepare(`
    INSERT INTO runs (session, version, zeros, json) SELECT ?, 1, ${zeros}, json FROM runs WHERE session = ?
  `)
  const rowOf = (session: number): RunRow | undefined => find.get(session) as RunRow | undefined
  const versionIn = (session: number): number | undefined =>
    (versionOf.get(session) as { readonly version: number } | undefined)?.version
  return {
    row: rowOf,
    version: ({ tenant, user, agent }, sort) => {
      const row = version.get(tenant, user, agent, sort) as
        | { readonly version: number; readonly series: number }
        | undefined
      return row && { version: row.version, series: String(row.series) }
    },
    versionOf: versionIn,
    find: (session) => {
      const row = rowOf(session)
      const run = row && parsed(row.text)
      return row && run && { run, version: row.version }
    },
    put: (session, { version, text }) => {
      const isReplaced = versionIn(session) !== undefined
      put.run(session, version, text)
      return isReplaced
    },
    copy: (from, into) => copy.run(into, from),
  }
}

function parsed(text: string): StoredRun['run'] | undefined {
  try {
    const run: unknown = JSON.parse(text)
    return isObject(run) ? (run as StoredRun['run']) : undefined
  } catch {
    return undefined
  }
}
