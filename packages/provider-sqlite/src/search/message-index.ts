import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '@lamella/core/plugin'
import type { Access } from '../database/access.ts'
import { keyOf, keysOf, placeOf } from '../sessions/keys.ts'
import type { RecentSessions } from '../sessions/recent-sessions.ts'
import type { IndexMessage, MessageRow } from './index-message.ts'
import { isTail, mostWaiting } from './tail.ts'
import { createWordIndex } from './word-index.ts'

/** What to index. */
export interface CatchUpRequest {
  readonly owner: number
  /** Whether a search waits for it, which needs no more than a tail (tail.ts). */
  readonly tail: boolean
  /** The session to index before others, if one is searched. */
  readonly session?: number | undefined
  /** No step begins after this many milliseconds, but for the sessions that this process has just appended to. */
  readonly time: number
  readonly signal?: AbortSignal | undefined
}

/** Indexes messages of an owner that are not indexed yet. Returns how many this call has added. */
export type CatchUp = (request: CatchUpRequest) => Promise<number>

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
 *
 * First come the sessions that this process has just appended to, as far as one step reaches: what was just said is always
 * found. Then the session that is searched, then the newest ones. A session is indexed from its start, so that one number
 * says how far.
 */
export function createCatchUp(access: Access, indexMessage: IndexMessage, recent: RecentSessions): CatchUp {
  const { db } = access
  const index = createWordIndex(db, 'message')
  const one = db.prepare('SELECT id, indexed FROM sessions WHERE id = ? AND owner = ? AND waiting = 1')
  const newest = db.prepare('SELECT id, indexed FROM sessions WHERE owner = ? AND waiting = 1 ORDER BY id DESC LIMIT 1')
  const left = db.prepare(`
    SELECT s.id, (
      SELECT max(m.key) FROM messages m WHERE m.key >= s.id * 100000000 AND m.key < (s.id + 1) * 100000000
    ) + 1 - s.id * 100000000 - s.indexed AS left
    FROM json_each(?) r JOIN sessions s ON s.id = r.value WHERE s.owner = ? AND s.waiting = 1 ORDER BY left
  `)
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

  const needsNothing = (owner: number): boolean => {
    const { count, sum } = measure.get(owner) as { readonly count: number; readonly sum: number }
    return isTail(count, sum)
  }
  /** The sessions that this process has just appended to, those with the fewest messages first. */
  const own = (owner: number): readonly number[] => {
    const all = left.all(JSON.stringify(recent.ids()), owner) as { readonly id: number; readonly left: number }[]
    const ids: number[] = []
    let sum = 0
    for (const session of all) {
      sum += session.left
      if (sum > most) break
      ids.push(session.id)
    }
    return ids
  }
  const read = (
    owner: number,
    wanted: number | undefined,
  ): { readonly session: WaitingRow; readonly part: readonly SizedRow[] } | undefined => {
    const session = (one.get(wanted ?? -1, owner) ?? newest.get(owner)) as WaitingRow | undefined
    if (session === undefined) return undefined
    const { behind } = keysOf(session.id)
    const all = rows.all(keyOf(session.id, session.indexed), behind, most) as SizedRow[]
    let [size, end] = [0, 0]
    while (end < all.length && (end === 0 || size < mostSize)) size += all[end++]?.size ?? 0
    return { session, part: all.slice(0, end) }
  }
  return async ({ owner, tail, session: searched, time, signal }) => {
    const end = performance.now() + time
    throwIfAborted(signal, 'The indexing of messages')
    const first = await access.read(() => (tail && needsNothing(owner) ? undefined : own(owner)))
    if (first === undefined) return 0
    let count = 0
    for (let step = 0; ; step++) {
      throwIfAborted(signal, 'The indexing of messages')
      const found = await access.read(() => read(owner, first[step] ?? searched))
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
      if (step + 1 >= first.length && performance.now() >= end) return count
    }
  }
}
