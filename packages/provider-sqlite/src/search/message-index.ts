import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '@lamella/core/plugin'
import type { Access } from '../database/access.ts'
import { keyOf, keysOf, placeOf } from '../sessions/keys.ts'
import type { IndexMessage, MessageRow } from './index-message.ts'
import { mostWaiting, mostWaitingSize } from './tail.ts'
import { createWordIndex } from './word-index.ts'

/**
 * Indexes the messages of an owner that are not indexed yet: all of them, or, so that a search does not wait for it, only if
 * they are more than a tail (tail.ts). Returns how many this call has added.
 */
export type CatchUp = (owner: number, all: boolean, signal: AbortSignal | undefined) => Promise<number>

/**
 * The maximum number of messages, and UTF-16 units of their JSON, to index in one transaction, so that others can write
 * in between.
 */
const most = 500
const mostSize = 4_000_000

interface WaitingRow {
  readonly id: number
  readonly indexed: number
}

interface SizedRow extends MessageRow {
  readonly size: number
}

/**
 * Messages are indexed on a search or on request (index-messages.ts), not on append: most sessions are never searched,
 * and the conversation waits for appends.
 */
export function createCatchUp(access: Access, indexMessage: IndexMessage): CatchUp {
  const { db } = access
  const index = createWordIndex(db, 'message')
  const waiting = db.prepare('SELECT id, indexed FROM sessions WHERE owner = ? AND waiting = 1 LIMIT 1')
  const rows = db.prepare('SELECT key, at, json, size FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
  const still = db.prepare('SELECT 1 FROM sessions WHERE id = ? AND owner = ? AND indexed = ?')
  const sameText = db.prepare('SELECT 1 FROM messages WHERE key = ? AND json = ?')
  const measure = db.prepare(`
    SELECT count(*) AS count, coalesce(sum(size), 0) AS sum FROM (
      SELECT m.size FROM sessions s JOIN messages m
        ON m.key >= s.id * 100000000 + s.indexed AND m.key < (s.id + 1) * 100000000
      WHERE s.owner = ? AND s.waiting = 1 LIMIT ${mostWaiting + 1})
  `)
  const done = db.prepare(`
    UPDATE sessions SET indexed = ?, waiting = EXISTS (SELECT 1 FROM messages WHERE key >= ? AND key < ?) WHERE id = ?
  `)

  const read = (owner: number): { readonly session: WaitingRow; readonly part: readonly SizedRow[] } | undefined => {
    const session = waiting.get(owner) as WaitingRow | undefined
    if (session === undefined) return undefined
    const { behind } = keysOf(session.id)
    const all = rows.all(keyOf(session.id, session.indexed), behind, most) as SizedRow[]
    let [size, end] = [0, 0]
    while (end < all.length && (end === 0 || size < mostSize)) size += all[end++]?.size ?? 0
    return { session, part: all.slice(0, end) }
  }
  const isTail = (owner: number): boolean => {
    const { count, sum } = measure.get(owner) as { readonly count: number; readonly sum: number }
    return count <= mostWaiting && sum <= mostWaitingSize
  }
  return async (owner, all, signal) => {
    let [isLeft, count] = [!all, 0]
    for (;;) {
      throwIfAborted(signal, 'The indexing of messages')
      const found = await access.read(() => (isLeft && isTail(owner) ? undefined : read(owner)))
      isLeft = false
      if (found === undefined) return count
      const { session, part } = found
      const texts = part.map(indexMessage)
      count += await access.write(() => {
        // Another process may have done it already, or the session may be gone.
        const last = part.at(-1)
        if (still.get(session.id, owner, session.indexed) === undefined) return 0
        if (last && sameText.get(last.key, last.json) === undefined) return 0
        index.add(owner, texts)
        const position = last ? placeOf(last.key).position + 1 : session.indexed
        done.run(position, keyOf(session.id, position), keysOf(session.id).behind, session.id)
        return texts.length
      })
      // Other work of this process gets its turn.
      await setImmediate()
    }
  }
}
