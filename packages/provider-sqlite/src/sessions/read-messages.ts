import type { Message } from '@lamella/core'
import type { StoredMessage } from '@lamella/store'
import { kept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { keyOf, placeOf } from './keys.ts'

/** A message's row in the database. */
interface MessageRow {
  readonly key: number
  readonly size_before: number
  readonly at: number | null
  readonly json: string
}

/** Several messages as one row. */
interface JoinedRow {
  readonly keys: string
  readonly sizes: string
  readonly times: string
  readonly messages: string | null
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

/**
 * Messages are read as one row and parsed as one list. Rows cost more than their content: 50 messages take half as long
 * as with one row each.
 */
export function createReadMessages(db: SqliteDatabase): ReadMessages {
  const together = db.prepare(`
    SELECT json_group_array(key) AS keys, json_group_array(size_before) AS sizes, json_group_array(at) AS times,
      group_concat(json) AS messages
    FROM (SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key)
  `)
  const rows = db.prepare('SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key')
  const lastBeyond = db.prepare(`
    SELECT key FROM messages WHERE key >= ? AND key < ?
      AND size_before < (SELECT size_before + size FROM messages WHERE key = ?) - ? ORDER BY key DESC LIMIT 1
  `)
  const readPart = (first: number, end: number): ReadRange => {
    try {
      const messages = messagesOf(together.get(first, end) as JoinedRow)
      if (messages) return { messages, damaged: [] }
    } catch {
      // Too long for a string, or one of the messages is not valid JSON: reading one by one shows which.
    }
    return oneByOne(rows.all(first, end) as MessageRow[])
  }
  return {
    range: (session, start, end) => {
      const parts = Array.from({ length: Math.ceil((end - start) / atOnce) }, (_, part) => {
        const from = start + part * atOnce
        return readPart(keyOf(session, from), keyOf(session, Math.min(from + atOnce, end)))
      })
      return {
        messages: parts.flatMap(({ messages }) => messages),
        damaged: parts.flatMap(({ damaged }) => damaged),
      }
    },
    startOfPage: (session, end, most, size) => {
      const start = Math.max(0, end - most)
      if (size === Number.POSITIVE_INFINITY) return start
      const upTo = keyOf(session, end)
      const beyond = lastBeyond.get(keyOf(session, start), upTo, upTo - 1, size) as Pick<MessageRow, 'key'> | undefined
      // The newest message is included whatever its size.
      return beyond ? Math.min(placeOf(beyond.key).position + 1, end - 1) : start
    },
  }
}

function messagesOf(row: JoinedRow): readonly StoredMessage[] | undefined {
  const keys = JSON.parse(row.keys) as readonly number[]
  const sizes = JSON.parse(row.sizes) as readonly number[]
  const times = JSON.parse(row.times) as readonly (number | null)[]
  const messages = JSON.parse(`[${row.messages ?? ''}]`) as readonly Message[]
  // A text that is two messages, or half of one, would shift the position of each later message.
  if (messages.length !== keys.length) return undefined
  return keys.map((key, index) =>
    kept.message(placeOf(key).position, sizes[index] as number, times[index] ?? null, messages[index] as Message),
  )
}

function oneByOne(rows: readonly MessageRow[]): ReadRange {
  const messages: StoredMessage[] = []
  const damaged: number[] = []
  for (const row of rows) {
    const { position } = placeOf(row.key)
    try {
      messages.push(kept.message(position, row.size_before, row.at, JSON.parse(row.json) as Message))
    } catch {
      damaged.push(position)
    }
  }
  return { messages, damaged }
}
