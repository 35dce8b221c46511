import { isObject } from '@lamella/core/plugin'
import type { StoredRun } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import type { Head } from './heads.ts'

/** A state as it is stored. */
interface RunRow {
  readonly version: number
  /** Its JSON. */
  readonly text: string
}

/** The states of runs, one for each session. Call these methods in a transaction. */
export interface RunRows {
  /** Returns the row of a session. */
  row(statements: Statements, head: Head): Promise<RunRow | undefined>
  /** Returns the version of a session's state, also of a damaged one. */
  versionOf(statements: Statements, head: Head): Promise<number | undefined>
  /** Returns the state of a session; `undefined` also if it is damaged. */
  find(statements: Statements, head: Head): Promise<StoredRun | undefined>
  /** Writes a state in place of the one before. */
  put(statements: Statements, head: Head, row: RunRow): Promise<void>
  /** Copies the state of another session's run, as version 1. */
  copy(statements: Statements, from: Head, into: Head): Promise<void>
}

export function createRunRows(schema: string): RunRows {
  const row: RunRows['row'] = async (statements, { tenant, id }) => {
    const [found] = await statements.query<RunRow>(
      `SELECT version, json::text AS text FROM ${schema}.runs WHERE tenant = $1 AND session = $2`,
      tenant,
      id,
    )
    return found
  }
  return {
    row,
    versionOf: async (statements, { tenant, id }) => {
      const [found] = await statements.query<Pick<RunRow, 'version'>>(
        `SELECT version FROM ${schema}.runs WHERE tenant = $1 AND session = $2`,
        ...[tenant, id],
      )
      return found?.version
    },
    find: async (statements, head) => {
      const found = await row(statements, head)
      const run = found && parsed(found.text)
      return found && run && { run, version: found.version }
    },
    put: async (statements, { tenant, id }, { version, text }) => {
      await statements.query(
        `INSERT INTO ${schema}.runs (tenant, session, version, json) VALUES ($1, $2, $3, $4::text::json)
         ON CONFLICT (tenant, session) DO UPDATE SET version = excluded.version, json = excluded.json`,
        ...[tenant, id, version, text],
      )
    },
    copy: async (statements, from, into) => {
      await statements.query(
        `INSERT INTO ${schema}.runs (tenant, session, version, json)
         SELECT tenant, $3, 1, json FROM ${schema}.runs WHERE tenant = $1 AND session = $2`,
        ...[from.tenant, from.id, into.id],
      )
    },
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
