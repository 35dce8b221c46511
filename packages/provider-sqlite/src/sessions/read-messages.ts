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

/** The number of sizes per read when looking for the start of a page. */
const step = 64

export function createReadMessages(db: SqliteDatabase): ReadMessages {
  const together = createReadTogether(db)
  const rows = db.prepare('SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key')
  const sizes = db.prepare(
    'SELECT size_before, size FROM messages WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT ?',
  )
  return {
    range: (session, start, end) => {
      const [first, behind] = [keyOf(session, start), keyOf(session, end)]
      const messages = together(first, behind)
      return messages ? { messages, damaged: [] } : oneByOne(rows.all(first, behind) as MessageRow[])
    },
    startOfPage: (session, end, most, size) => {
      const least = Math.max(0, end - most)
      if (size === Number.POSITIVE_INFINITY) return least
      let start = end
      let total: number | undefined
      while (start > least) {
        const limit = Math.min(step, start - least)
        const rows = sizes.all(keyOf(session, least), keyOf(session, start), limit) as {
          readonly size_before: number
          readonly size: number
        }[]
        for (const row of rows) {
          total ??= row.size_before + row.size
          // The newest message is included whatever its size.
          if (start < end && total - row.size_before > size) return start
          start--
        }
        if (rows.length < limit) return start
      }
      return start
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
