import type { Message } from '@lamella/core'
import type { StoredMessage } from '@lamella/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { keyOf, placeOf } from './keys.ts'
import { createReadTogether, storedMessage } from './read-together.ts'

/** A message's row in the database. */
interface MessageRow {
  readonly key: number
  readonly size_before: number
  readonly at: number | null
  readonly json: string
}

/** The messages of a range, and the positions of those that are no longer valid JSON. */
interface ReadRange {
  readonly messages: readonly StoredMessage[]
  readonly damaged: readonly number[]
}

/** Reads messages of a session. Call these methods in a transaction. */
export interface ReadMessages {
  /** Messages `start` (included) to `end` (excluded), oldest first. */
  range(session: number, start: number, end: number): ReadRange
  /**
   * The position of the first message on the page that ends before `end` and has at most `most` messages and `size`
   * units.
   */
  startOfPage(session: number, end: number, most: number, size: number): number
}

/** The number of messages that are read together: a joined text of megabytes takes longer than rows. */
const atOnce = 64

export function createReadMessages(db: SqliteDatabase): ReadMessages {
  const together = createReadTogether(db)
  const rows = db.prepare('SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key')
  const lastBeyond = db.prepare(`
    SELECT key FROM messages WHERE key >= ? AND key < ?
      AND size_before < (SELECT size_before + size FROM messages WHERE key = ?) - ? ORDER BY key DESC LIMIT 1
  `)
  return {
    range: (session, start, end) => {
      const parts = Array.from({ length: Math.ceil((end - start) / atOnce) }, (_, part): ReadRange => {
        const from = start + part * atOnce
        const [first, behind] = [keyOf(session, from), keyOf(session, Math.min(from + atOnce, end))]
        const messages = together(first, behind)
        return messages ? { messages, damaged: [] } : oneByOne(rows.all(first, behind) as MessageRow[])
      })
      return {
        messages: parts.flatMap(({ messages }) => messages),
        damaged: parts.flatMap(({ damaged }) => damaged),
      }
    },
    startOfPage: (session, end, most, size) => {
      const start = Math.max(0, end - most)
      if (size === Number.POSITIVE_INFINITY) return start
      const [first, behind] = [keyOf(session, start), keyOf(session, end)]
      const beyond = lastBeyond.get(first, behind, behind - 1, size) as Pick<MessageRow, 'key'> | undefined
      // The newest message is included whatever its size.
      return beyond ? Math.min(placeOf(beyond.key).position + 1, end - 1) : start
    },
  }
}

function oneByOne(rows: readonly MessageRow[]): ReadRange {
  const messages: StoredMessage[] = []
  const damaged: number[] = []
  for (const row of rows) {
    const { position } = placeOf(row.key)
    try {
      messages.push(storedMessage(position, row.size_before, row.at, JSON.parse(row.json) as Message))
    } catch {
      damaged.push(position)
    }
  }
  return { messages, damaged }
}
