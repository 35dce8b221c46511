import type { Compaction } from '@lamella/store'
import { type KeptCompaction, kept, toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Head } from './heads.ts'

interface CompactionRow extends KeptCompaction {
  readonly json: string
}

/** The compactions of a session. */
interface ReadCompactions {
  /** Oldest first, without damaged ones: their messages can still be read. */
  readonly list: readonly Compaction[]
  /** Whether one differs from what was written. */
  readonly isDamaged: boolean
}

/** Summaries that replace messages. Call these methods in a transaction. */
export interface CompactionRows {
  add(statements: Statements, head: Head, compaction: Compaction): Promise<void>
  read(statements: Statements, head: Head): Promise<ReadCompactions>
  /** Copies the summaries of another session before a position, as of revision 1. */
  copy(statements: Statements, from: Head, into: Head, before: number): Promise<void>
}

export function createCompactionRows(schema: string): CompactionRows {
  const columns = 'start, stop, text, at, native'
  return {
    add: async (statements, { tenant, id }, { revision, start, end, text, at, native }) => {
      await statements.query(
        `INSERT INTO ${schema}.compactions (tenant, session, revision, start, stop, text, at, native)
         VALUES ($1, $2, $3, $4, $5, $6::text::json, $7, $8::text::json)`,
        ...[tenant, id, revision, start, end, JSON.stringify(text), toKept(at)],
        native === undefined ? null : JSON.stringify(native),
      )
    },
    read: async (statements, { tenant, id }) => {
      const rows = await statements.query<CompactionRow>(
        `SELECT revision, start, stop AS "end", at, text::text AS json, native::text AS native
         FROM ${schema}.compactions WHERE tenant = $1 AND session = $2 ORDER BY revision, place`,
        tenant,
        id,
      )
      const list = rows.flatMap((row) => compactionOf(row) ?? [])
      return { list, isDamaged: list.length < rows.length }
    },
    copy: async (statements, from, into, before) => {
      await statements.query(
        `INSERT INTO ${schema}.compactions (tenant, session, revision, ${columns})
         SELECT tenant, $3, 1, ${columns} FROM ${schema}.compactions
         WHERE tenant = $1 AND session = $2 AND stop <= $4 ORDER BY revision, place`,
        ...[from.tenant, from.id, into.id, before],
      )
    },
  }
}

/** Returns the compaction of a row; `undefined` if it differs from what was written. */
function compactionOf({ json, ...row }: CompactionRow): Compaction | undefined {
  try {
    const text: unknown = JSON.parse(json)
    const isWhole = typeof text === 'string' && JSON.stringify(text) === json
    return isWhole ? kept.compaction({ ...row, text }) : undefined
  } catch {
    return undefined
  }
}
