import type { Notice } from '@lamella/core'
import { isKeptText } from '@lamella/store'
import { kept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { notice } from '../notices.ts'
import type { CompactionRows } from './compaction-rows.ts'
import type { Head } from './heads.ts'
import { keyOf, placeOf } from './keys.ts'

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

export function createVerifySession(db: SqliteDatabase, compactions: CompactionRows): VerifySession {
  const read = db.prepare(
    'SELECT key, revision, size_before, size, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?',
  )
  const runs = db.prepare('SELECT json FROM runs WHERE session = ? ORDER BY version')
  return (head) => {
    const problems = kept.problems(head, notice)
    const inconsistent = (what: string): void => problems.add('SESSION_INCONSISTENT', what)
    let [position, size, revision] = [0, 0, 1]
    while (position < head.length) {
      const rows = read.all(keyOf(head.id, position), keyOf(head.id, head.length), step) as Row[]
      for (const row of rows) {
        const place = placeOf(row.key).position
        if (place !== position) inconsistent(`Messages ${position} to ${place} are missing.`)
        if (row.size_before !== size && place === position)
          inconsistent(`Message ${place} has the start size ${row.size_before} instead of ${size}.`)
        if (row.revision < revision) inconsistent(`Message ${place} has an earlier revision than the one before it.`)
        if (row.size !== row.json.length) inconsistent(`The size of message ${place} differs from the recorded one.`)
        if (!isKeptText('message', row.json))
          problems.add('MESSAGE_UNREADABLE', `Message ${place} is not valid message JSON.`)
        position = place + 1
        size = row.size_before + row.size
        revision = row.revision
      }
      if (rows.length === 0) break
    }
    const texts = (runs.all(head.id) as { readonly json: string }[]).map(({ json }) => json)
    problems.check(compactions.list(head.id), compactions.isDamaged(head.id), texts)
    return problems.all()
  }
}
