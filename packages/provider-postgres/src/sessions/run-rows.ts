import type { StoredRun } from '@lamella/store'
import { storedRun } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import type { Head } from './heads.ts'

/** A state as it is stored, or what was added to it. */
interface RunRow {
  readonly version: number
  /** Its JSON. */
  readonly text: string
}

/** The states of runs, one for each session. Call these methods in a transaction. */
export interface RunRows {
  /** Returns the rows of a session: the whole state, and what was added. */
  rows(statements: Statements, head: Head): Promise<readonly RunRow[]>
  /** Returns the version of a session's state, also of a damaged one. */
  versionOf(statements: Statements, head: Head): Promise<number | undefined>
  /** Returns the state of a session; `undefined` also if it is damaged. */
  find(statements: Statements, head: Head): Promise<StoredRun | undefined>
  /** Writes a state in place of the one before. */
  put(statements: Statements, head: Head, row: RunRow): Promise<void>
  /** Adds to a state. */
  add(statements: Statements, head: Head, row: RunRow): Promise<void>
  /** Copies the state of another session's run, as version 1. */
  copy(statements: Statements, from: Head, into: Head): Promise<void>
}

export function createRunRows(schema: string): RunRows {
  const rows: RunRows['rows'] = (statements, { tenant, id }) =>
    statements.query<RunRow>(
      `SELECT version, json::text AS text FROM ${schema}.runs WHERE tenant = $1 AND session = $2 ORDER BY version`,
      ...[tenant, id],
    )
  const add: RunRows['add'] = async (statements, { tenant, id }, { version, text }) => {
    await statements.query(
      `INSERT INTO ${schema}.runs (tenant, session, version, json) VALUES ($1, $2, $3, $4::text::json)`,
      ...[tenant, id, version, text],
    )
  }
  return {
    rows,
    add,
    versionOf: async (statements, { tenant, id }) => {
      const [found] = await statements.query<{ readonly version: number | null }>(
        `SELECT max(version) AS version FROM ${schema}.runs WHERE tenant = $1 AND session = $2`,
        ...[tenant, id],
      )
      return found?.version ?? undefined
    },
    find: async (statements, head) => {
      const found = await rows(statements, head)
      return storedRun(
        found.map(({ text }) => text),
        found.at(-1)?.version ?? 0,
      )
    },
    put: async (statements, head, row) => {
      const { tenant, id } = head
      await statements.query(`DELETE FROM ${schema}.runs WHERE tenant = $1 AND session = $2`, ...[tenant, id])
      await add(statements, head, row)
    },
    copy: async (statements, from, into) => {
      await statements.query(
        `INSERT INTO ${schema}.runs (tenant, session, version, json)
         SELECT tenant, $3, version + 1 - max(version) OVER (), json FROM ${schema}.runs WHERE tenant = $1 AND session = $2`,
        ...[from.tenant, from.id, into.id],
      )
    },
  }
}
