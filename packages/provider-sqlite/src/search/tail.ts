import {
  addPostings,
  readTexts,
  type StoreConversation,
  type TextChunk,
  textBytes,
  weighPostings,
} from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { placeOf } from '../sessions/keys.ts'
import type { NewText } from './add-texts.ts'
import type { IndexMessage, MessageRow } from './index-message.ts'

/** The messages of an owner that are not indexed yet, in a form that can be searched. */
export interface Tail {
  /** Another state has another name. */
  readonly state: string
  readonly chunk: TextChunk
}

/**
 * Returns the tail of an owner; `undefined` if all messages are indexed, or if more wait than a tail has room for. Call it in
 * a transaction.
 */
export type TailOf = (owner: number) => Tail | undefined

/** The maximum number of messages that wait, and of UTF-16 units of their JSON. More are indexed first. */
export const mostWaiting = 64
const mostWaitingSize = 100_000

/** Whether so many messages of this size, of which more than `mostWaiting` need not be counted, are searched in memory. */
export function isTail(count: number, size: number): boolean {
  return count <= mostWaiting && size <= mostWaitingSize
}

/** The number of owners whose tails are kept. */
const mostOwners = 100

interface GrowingTail extends Tail {
  readonly keys: number[]
  add(row: MessageRow): void
}

/**
 * A search does not wait for the index to be written: a few new messages are searched in memory. Messages never change, and
 * the numbers of sessions are never used again, so a message that was read once is known.
 */
export function createTailOf(db: SqliteDatabase, weights: StoreConversation, index: IndexMessage): TailOf {
  const list = db.prepare(`
    SELECT json_group_array(key) AS keys, sum(size) AS size FROM (
      SELECT key, size FROM (
        SELECT m.key, m.size FROM sessions s JOIN messages m
          ON m.key >= s.id * 100000000 + s.indexed AND m.key < (s.id + 1) * 100000000
        WHERE s.owner = ? AND s.waiting = 1 LIMIT ${mostWaiting + 1}) ORDER BY key)
  `)
  const read = db.prepare('SELECT key, at, json FROM messages WHERE key = ?')
  /** Returns the message before that with a key in its session. */
  const readBefore = (key: number): MessageRow | undefined =>
    placeOf(key).position === 0 ? undefined : (read.get(key - 1) as MessageRow | undefined)
  const known = new Map<number, GrowingTail>()
  let tails = 0

  return (owner) => {
    const { keys: text, size } = list.get(owner) as { readonly keys: string; readonly size: number | null }
    const keys = JSON.parse(text) as readonly number[]
    if (keys.length === 0 || !isTail(keys.length, size ?? 0)) {
      known.delete(owner)
      return undefined
    }
    let tail = known.get(owner)
    if (tail === undefined || !tail.keys.every((key, i) => key === keys[i]))
      tail = createTail(++tails, weights, index, readBefore)
    for (const key of keys.slice(tail.keys.length)) tail.add(read.get(key) as MessageRow)
    if (known.size >= mostOwners) known.clear()
    known.set(owner, tail)
    return tail
  }
}

function createTail(
  serial: number,
  weights: StoreConversation,
  index: IndexMessage,
  readBefore: (key: number) => MessageRow | undefined,
): GrowingTail {
  const keys: number[] = []
  const texts = readTexts(textBytes([]))
  let last: NewText | undefined
  const words = new Map<string, number[]>()
  return {
    keys,
    get state() {
      return `${serial}.${keys.length}`
    },
    chunk: {
      texts,
      word: (term) => {
        const bytes = words.get(term)
        return bytes && weighPostings(Uint8Array.from(bytes), weights)
      },
    },
    add: (row) => {
      const isNext = last?.id === row.key - 1
      const previous = isNext ? undefined : readBefore(row.key)
      const text = index(row, isNext ? last : previous && index(previous, undefined))
      addPostings(words, keys.length, text.counted)
      keys.push(text.id)
      readTexts(textBytes([text]), texts)
      last = text
    },
  }
}
