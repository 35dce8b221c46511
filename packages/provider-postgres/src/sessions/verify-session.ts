import type { Notice } from '@lamella/core'
import { isKeptText } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import { notice } from '../notices.ts'
import type { Head } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

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

/** The maximum number of problems to report one by one. */
const maxReported = 20

export function createVerifySession({ database, operations, compactions, runs }: SessionParts): VerifySession {
  const batch = `SELECT position, revision, size_after, json::text AS json FROM ${database.schema}.messages
    WHERE tenant = $1 AND session = $2 AND position >= $3 ORDER BY position LIMIT ${step}`
  return async (statements, head) => {
    const problems: Notice[] = []
    const find = (code: 'SESSION_INCONSISTENT' | 'MESSAGE_UNREADABLE', what: string): void => {
      problems.push(notice(code, what, head.name))
    }
    let [position, size, revision] = [0, 0, 1]
    for (let rows: readonly Row[] | undefined; rows === undefined || rows.length === step; ) {
      rows = await statements.query<Row>(batch, head.tenant, head.id, position)
      for (const row of rows) {
        const { position: place, json } = row
        const sizeAfter = Number(row.size_after)
        if (place !== position) find('SESSION_INCONSISTENT', `Messages ${position} to ${place} are missing.`)
        size += json.length
        if (sizeAfter !== size && place === position)
          find(
            'SESSION_INCONSISTENT',
            `The session has the size ${sizeAfter} after message ${place} instead of ${size}.`,
          )
        if (row.revision < revision)
          find('SESSION_INCONSISTENT', `Message ${place} has an earlier revision than the one before it.`)
        if (!isKeptText('message', json)) find('MESSAGE_UNREADABLE', `Message ${place} is not valid message JSON.`)
        position = place + 1
        size = sizeAfter
        revision = row.revision
      }
    }
    // The session ends with its last message, but the record of its operations may know of more.
    const lost = (await operations.list(statements, head)).filter(({ length }) => length > position)
    for (const { name, length } of lost)
      find(
        'SESSION_INCONSISTENT',
        `The session has ${position} messages, but operation ${JSON.stringify(name)} made it ${length}.`,
      )
    const { list, isDamaged } = await compactions.read(statements, head)
    for (const { start, end } of list) {
      if (start >= end || end > head.length)
        find(
          'SESSION_INCONSISTENT',
          `A compaction covers messages ${start} to ${end}, but the session has ${head.length}.`,
        )
    }
    if (isDamaged)
      find('SESSION_INCONSISTENT', 'A compaction differs from what was written; its messages are shown instead.')
    const rows = await runs.rows(statements, head)
    if (rows.some(({ text }) => !isKeptText('run', text)))
      find('SESSION_INCONSISTENT', 'The run differs from what was written. The next runs.write() replaces it.')
    return shortened(problems, head.name)
  }
}

function shortened(problems: readonly Notice[], session: string): readonly Notice[] {
  const more = problems.length - maxReported
  if (more <= 0) return problems
  const last = notice('SESSION_INCONSISTENT', `There are ${more} more problems.`, session)
  return [...problems.slice(0, maxReported), last]
}
