import type { Message } from '@lamella/core'
import { throwIfAborted } from '@lamella/core/plugin'
import { dateWords } from '@lamella/core/search'
import { messageText } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import { sqliteError } from '../errors.ts'
import type { Settings } from '../options.ts'
import { keyOf, keysOf, placeOf } from '../sessions/keys.ts'
import { storeTerms } from './terms.ts'
import { createWordIndex, type NewText } from './word-index.ts'

/** Indexes the messages of an owner that are not indexed yet. */
export type CatchUp = (owner: number, signal: AbortSignal | undefined) => Promise<void>

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

interface MessageRow {
  readonly key: number
  readonly at: number | null
  readonly json: string
  readonly size: number
}

/**
 * Messages are indexed on a search, not on append: most sessions are never searched, and the conversation waits for
 * appends.
 */
export function createCatchUp(access: Access, speaker: Settings['speaker']): CatchUp {
  const { db } = access
  const index = createWordIndex(db, 'message')
  const waiting = db.prepare('SELECT id, indexed FROM sessions WHERE owner = ? AND waiting = 1 LIMIT 1')
  const rows = db.prepare('SELECT key, at, json, size FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
  const still = db.prepare('SELECT 1 FROM sessions WHERE id = ? AND owner = ? AND indexed = ?')
  const sameText = db.prepare('SELECT 1 FROM messages WHERE key = ? AND json = ?')
  const done = db.prepare(`
    UPDATE sessions SET indexed = ?, waiting = EXISTS (SELECT 1 FROM messages WHERE key >= ? AND key < ?) WHERE id = ?
  `)

  const read = (owner: number): { readonly session: WaitingRow; readonly part: readonly MessageRow[] } | undefined => {
    const session = waiting.get(owner) as WaitingRow | undefined
    if (session === undefined) return undefined
    const { behind } = keysOf(session.id)
    const all = rows.all(keyOf(session.id, session.indexed), behind, most) as MessageRow[]
    let [size, end] = [0, 0]
    while (end < all.length && (end === 0 || size < mostSize)) size += all[end++]?.size ?? 0
    return { session, part: all.slice(0, end) }
  }
  const indexed = ({ key, json, at }: MessageRow, group: number): NewText => {
    const found = readable(json)
    const counted = storeTerms().count({
      text: found?.text ?? '',
      speaker: found && nameOf(speaker, found.message),
      date: found && at !== null ? dateWords(at) : undefined,
    })
    return { id: key, group, counted }
  }

  return async (owner, signal) => {
    for (;;) {
      throwIfAborted(signal, 'The search')
      const found = await access.read(() => read(owner))
      if (found === undefined) return
      const { session, part } = found
      const texts = part.map((row) => indexed(row, session.id))
      await access.write(() => {
        // Another process may have done it already, or the session may be gone.
        const last = part.at(-1)
        if (still.get(session.id, owner, session.indexed) === undefined) return
        if (last && sameText.get(last.key, last.json) === undefined) return
        index.add(owner, texts)
        const position = last ? placeOf(last.key).position + 1 : session.indexed
        done.run(position, keyOf(session.id, position), keysOf(session.id).behind, session.id)
      })
    }
  }
}

/** Returns a message, or `undefined` if it is damaged: search continues without it, and verify() reports it. */
function readable(json: string): { readonly message: Message; readonly text: string } | undefined {
  try {
    const message = JSON.parse(json) as Message
    return { message, text: messageText(message) }
  } catch {
    return undefined
  }
}

function nameOf(speaker: Settings['speaker'], message: Message): string {
  try {
    return String(speaker(message) ?? '')
  } catch (cause) {
    throw sqliteError(
      'SPEAKER_FAILED',
      'The speaker of a message could not be determined.',
      'See the cause.',
      {},
      cause,
    )
  }
}
