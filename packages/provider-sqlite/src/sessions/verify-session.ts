import type { Notice } from '@lamella/core'
import { isKeptText } from '@lamella/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { notice } from '../notices.ts'
import type { CompactionRows } from './compaction-rows.ts'
import type { Head } from './heads.ts'
import { keyOf, placeOf } from './keys.ts'
import type { RunRows } from './run-rows.ts'

/** Finds the damage of a session. Call it in a transaction. */
export type VerifySession = (head: Head) => readonly Notice[]

interface Row {
  readonly key: number
  readonly revision: number
  readonly size_before: number
  readonly size: number
  readonly json: string
}

/** The number of messages per read. */
const step = 500

/** The maximum number of problems to report one by one. */
const maxReported = 20

export function createVerifySession(db: SqliteDatabase, compactions: CompactionRows, runs: RunRows): VerifySession {
  const read = db.prepare(
    'SELECT key, revision, size_before, size, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?',
  )
  return (head) => {
    const problems: Notice[] = []
    const find = (code: 'SESSION_INCONSISTENT' | 'MESSAGE_UNREADABLE', what: string): void => {
      problems.push(notice(code, what, head.name))
    }
    let [position, size, revision] = [0, 0, 1]
    while (position < head.length) {
      const rows = read.all(keyOf(head.id, position), keyOf(head.id, head.length), step) as Row[]
      for (const row of rows) {
        const place = placeOf(row.key).position
        if (place !== position) find('SESSION_INCONSISTENT', `Messages ${position} to ${place} are missing.`)
        if (row.size_before !== size && place === position)
          find('SESSION_INCONSISTENT', `Message ${place} has the start size ${row.size_before} instead of ${size}.`)
        if (row.revision < revision)
          find('SESSION_INCONSISTENT', `Message ${place} has an earlier revision than the one before it.`)
        if (row.size !== row.json.length)
          find('SESSION_INCONSISTENT', `The size of message ${place} differs from the recorded one.`)
        if (!isKeptText('message', row.json)) find('MESSAGE_UNREADABLE', `Message ${place} is not valid message JSON.`)
        position = place + 1
        size = row.size_before + row.size
        revision = row.revision
      }
      if (rows.length === 0) break
    }
    for (const { start, end } of compactions.list(head.id)) {
      if (start >= end || end > head.length)
        find(
          'SESSION_INCONSISTENT',
          `A compaction covers messages ${start} to ${end}, but the session has ${head.length}.`,
        )
    }
    if (compactions.isDamaged(head.id))
      find('SESSION_INCONSISTENT', 'A compaction differs from what was written; its messages are shown instead.')
    const isDamaged = runs.rows(head.id).some(({ text }) => !isKeptText('run', text))
    if (isDamaged)
      find('SESSION_INCONSISTENT', 'The run differs from what was written. The next runs.write() replaces it.')
    const more = problems.length - maxReported
    return more <= 0
      ? problems
      : [
          ...problems.slice(0, maxReported),
          notice('SESSION_INCONSISTENT', `There are ${more} more problems.`, head.name),
        ]
  }
}
