import type { Notice } from '@lamella/core'
import { isKeptText } from '@lamella/store'
import { kept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { notice } from '../notices.ts'
import type { CompactionRows } from './compaction-rows.ts'
import type { Head } from './heads.ts'
import type { Operations } from './operations.ts'
import { runRows } from './runs.ts'

/** Finds the damage of a session. Call it in a transaction. */
export type VerifySession = (statements: Statements, head: Head) => Promise<readonly Notice[]>

interface Row {
  readonly position: number
  readonly revision: number
  readonly size_after: number | string
  readonly json: string
}

/** The number of messages per read. */
const step = 500

export function createVerifySession(
  schema: string,
  operations: Operations,
  compactions: CompactionRows,
): VerifySession {
  const batch = `SELECT position, revision, size_after, json::text AS json FROM ${schema}.messages
    WHERE tenant = $1 AND session = $2 AND position >= $3 ORDER BY position LIMIT ${step}`
  return async (statements, head) => {
    const problems = kept.problems(head, notice)
    const inconsistent = (what: string): void => problems.add('SESSION_INCONSISTENT', what)
    let [position, size, revision] = [0, 0, 1]
    for (let rows: readonly Row[] | undefined; rows === undefined || rows.length === step; ) {
      rows = await statements.query<Row>(batch, head.tenant, head.id, position)
      for (const row of rows) {
        const { position: place, json } = row
        const sizeAfter = Number(row.size_after)
        if (place !== position) inconsistent(`Messages ${position} to ${place} are missing.`)
        size += json.length
        if (sizeAfter !== size && place === position)
          inconsistent(`The session has the size ${sizeAfter} after message ${place} instead of ${size}.`)
        if (row.revision < revision) inconsistent(`Message ${place} has an earlier revision than the one before it.`)
        if (!isKeptText('message', json))
          problems.add('MESSAGE_UNREADABLE', `Message ${place} is not valid message JSON.`)
        position = place + 1
        size = sizeAfter
        revision = row.revision
      }
    }
    // The session ends with its last message, but the record of its operations may know of more.
    for (const { name, length } of await operations.list(statements, head)) {
      if (length <= position) continue
      inconsistent(`The session has ${position} messages, but operation ${JSON.stringify(name)} made it ${length}.`)
    }
    const { list, isDamaged } = await compactions.read(statements, head)
    const runs = await runRows(schema, statements, head)
    problems.check(
      list,
      isDamaged,
      runs.map(({ text }) => text),
    )
    return problems.all()
  }
}
