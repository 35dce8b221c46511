import type { Message } from '@lamella/core'
import type { StoredMessage } from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { placeOf } from './keys.ts'

/** Reads messages by their keys, first included, last excluded; `undefined` if they must be read one by one. */
export type ReadTogether = (first: number, behind: number) => readonly StoredMessage[] | undefined

interface Columns {
  readonly keys: string
  readonly sizes: string
  readonly times: string
  readonly messages: string | null
}

/**
 * Reads messages as one row and parses them as one list. Rows cost more than their content: 50 messages take half as
 * long as with one row each.
 */
export function createReadTogether(db: SqliteDatabase): ReadTogether {
  const read = db.prepare(`
    SELECT json_group_array(key) AS keys, json_group_array(size_before) AS sizes, json_group_array(at) AS times,
      group_concat(json) AS messages
    FROM (SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key)
  `)
  return (first, behind) => {
    try {
      return messagesOf(read.get(first, behind) as Columns)
    } catch {
      // Too long for a string, or one of the messages is not valid JSON: reading one by one shows which.
      return undefined
    }
  }
}

function messagesOf(columns: Columns): readonly StoredMessage[] | undefined {
  const keys = JSON.parse(columns.keys) as readonly number[]
  const sizes = JSON.parse(columns.sizes) as readonly number[]
  const times = JSON.parse(columns.times) as readonly (number | null)[]
  const messages = JSON.parse(`[${columns.messages ?? ''}]`) as readonly Message[]
  // A text that is two messages, or half of one, would shift the position of each later message.
  if (messages.length !== keys.length) return undefined
  return keys.map((key, index) =>
    storedMessage(placeOf(key).position, sizes[index] as number, times[index] ?? null, messages[index] as Message),
  )
}

/** Returns a message in its public form. */
export function storedMessage(
  position: number,
  sizeBefore: number,
  at: number | null,
  message: Message,
): StoredMessage {
  return at === null ? { position, message, sizeBefore } : { position, message, sizeBefore, at: fromKept(at) }
}
