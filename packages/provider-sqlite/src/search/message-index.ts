import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '@lamella/core/plugin'
import { ownerOf } from '@lamella/store'
import type { Access } from '../database/access.ts'
import { keyOf, keysOf, placeOf } from '../sessions/keys.ts'
import type { RecentSessions } from '../sessions/recent-sessions.ts'
import type { NewText } from './add-texts.ts'
import type { IndexMessage, MessageRow } from './index-message.ts'
import { isTail, mostWaiting } from './tail.ts'
import { createWordIndex } from './word-index.ts'

/** What to index. */
interface CatchUpRequest {
  readonly owner: number
  /** Whether a search waits for it, which needs no more than a tail (tail.ts). */
  readonly tail: boolean
  /** The session to index before others, if one is searched. */
  readonly session?: number | undefined
  /** No step but the first begins that, if it takes as long as the one before, would end after this many milliseconds. */
  readonly time: number
  readonly signal?: AbortSignal | undefined
}

/** Indexes messages of an owner that are not indexed yet. Returns how many this call has added. */
export type CatchUp = (request: CatchUpRequest) => Promise<number>

/**
 * The maximum number of messages, UTF-16 units of their JSON, and sessions, to index in one transaction, so that others can
 * write in between and a search need not wait.
 */
const most = 250
const mostSize = 250_000
const mostSessions = 100

/** The same for the sessions that this process has just appended to, which a search must find. */
const mostOwnSize = 8_000_000

interface WaitingRow {
  readonly id: number
  readonly indexed: number
}

interface SizedRow extends MessageRow {
  readonly size: number
}

/** A session's messages to index. */
interface Batch {
  readonly session: WaitingRow
  /** The message before the first, which the first may repeat. */
  readonly before: MessageRow | undefined
  readonly part: readonly SizedRow[]
}

/**
 * Messages are indexed on a search or on request (`indexMessages`), not on append: most sessions are never searched,
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
  const newest = db.prepare(
    `SELECT id, indexed FROM sessions WHERE owner = ? AND waiting = 1 ORDER BY id DESC LIMIT ${mostSessions}`,
  )
  const left = db.prepare(`
    SELECT s.id, (
      SELECT max(m.key) FROM messages m WHERE m.key >= s.id * 100000000 AND m.key < (s.id + 1) * 100000000
    ) + 1 - s.id * 100000000 - s.indexed AS left
    FROM json_each(?) r JOIN sessions s ON s.id = r.value WHERE s.owner = ? AND s.waiting = 1 ORDER BY left
  `)
  const rows = db.prepare('SELECT key, at, json, size FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
  const previous = db.prepare('SELECT key, at, json FROM messages WHERE key = ?')
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
  /** Returns what one step indexes: of these sessions, then of the searched one, then of the newest. */
  const read = (owner: number, mine: readonly number[], searched: readonly number[]): readonly Batch[] => {
    const waiting = new Map<number, WaitingRow>()
    for (const id of [...mine, ...searched]) for (const row of one.all(id, owner) as WaitingRow[]) waiting.set(id, row)
    for (const row of newest.all(owner) as WaitingRow[]) if (!waiting.has(row.id)) waiting.set(row.id, row)
    const batches: Batch[] = []
    let [count, size] = [0, 0]
    for (const session of waiting.values()) {
      const room = mine.includes(session.id) ? mostOwnSize : mostSize
      if (count >= most || size >= room) break
      const { end } = keysOf(session.id)
      const found = rows.all(keyOf(session.id, session.indexed), end, most - count) as SizedRow[]
      const part: SizedRow[] = []
      for (const row of found) {
        if (size >= room) break
        part.push(row)
        size += row.size
      }
      batches.push({ session, part, before: previous.get(keyOf(session.id, session.indexed - 1)) as MessageRow })
      count += part.length
    }
    return batches
  }
  const indexAll = (part: readonly SizedRow[], first: NewText | undefined): readonly NewText[] => {
    let before = first
    return part.map((row) => (before = indexMessage(row, before)))
  }
  /** Indexes a session's messages, unless another process has done it or the session is gone; returns how many. */
  const write = (owner: number, { session, part }: Batch, texts: readonly NewText[]): number => {
    const last = part.at(-1)
    if (still.get(session.id, owner, session.indexed) === undefined) return 0
    if (last && sameText.get(last.key, last.json) === undefined) return 0
    index.add(owner, texts)
    const position = last ? placeOf(last.key).position + 1 : session.indexed
    done.run(position, keyOf(session.id, position), keysOf(session.id).end, session.id)
    return texts.length
  }
  return async ({ owner, tail, session, time, signal }) => {
    const end = performance.now() + time
    const searched = session === undefined ? [] : [session]
    let count = 0
    for (let isFirst = true; ; isFirst = false) {
      const start = performance.now()
      throwIfAborted(signal, 'The indexing of messages')
      const batches = await access.read(() => {
        if (!isFirst) return read(owner, [], searched)
        return tail && needsNothing(owner) ? [] : read(owner, own(owner), searched)
      })
      if (batches.length === 0) return count
      const texts = batches.map(({ part, before }) => indexAll(part, before && indexMessage(before, undefined)))
      count += await access.write(() =>
        batches.reduce((sum, batch, n) => sum + write(owner, batch, texts[n] as readonly NewText[]), 0),
      )
      // Other work of this process gets its turn.
      await setImmediate()
      const now = performance.now()
      if (now + (now - start) >= end) return count
    }
  }
}

/** Adds the messages of all users and agents of a tenant to the index of words. */
export type IndexMessages = (request: { readonly tenant: string; readonly signal?: AbortSignal }) => Promise<number>

export function createIndexMessages(access: Access, catchUp: CatchUp): IndexMessages {
  const waiting = access.db.prepare(`
    SELECT DISTINCT s.owner FROM owners o JOIN sessions s ON s.owner = o.id
    WHERE o.tenant = ? AND s.waiting = 1 ORDER BY s.owner
  `)
  return async ({ tenant, signal }) => {
    const owner = ownerOf({ tenant })
    const owners = await access.read(() => waiting.all(owner.tenant) as { readonly owner: number }[])
    let count = 0
    const all = { tail: false, time: Number.POSITIVE_INFINITY, signal }
    for (const { owner: id } of owners) count += await catchUp({ ...all, owner: id })
    return count
  }
}
