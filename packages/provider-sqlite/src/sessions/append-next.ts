import { createBoundedMap } from '@lamella/core/plugin'
import type { AppendChange, Appended } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import type { SessionKey } from './heads.ts'
import { keyOf, mustHaveRoom } from './keys.ts'
import type { RecentSessions } from './recent-sessions.ts'

/** The end of a session after an append. */
interface SessionEnd {
  readonly id: number
  readonly revision: number
  readonly length: number
  readonly size: number
  /** The last known time of a change. */
  readonly changed: number | null
  /** Whether the session has the time of its creation. */
  readonly isDated: boolean
}

type SessionName = Pick<SessionKey, 'owner' | 'name'>

/** Appends to sessions with a remembered end, without reading them. */
export interface AppendNext {
  /** `undefined` if nothing was written: the session has changed, or its end is not known. */
  append(
    session: SessionName,
    texts: readonly string[],
    change: AppendChange,
  ): Promise<Appended | undefined> | undefined
  /** Remembers an end. It may be outdated or wrong: it is compared before use. */
  learn(session: SessionName, end: SessionEnd): void
}

interface RunResult {
  readonly changes: number | bigint
}

/** The maximum number of sessions to remember; the one appended to longest ago is forgotten first. */
const most = 1_000

/**
 * Reading a session's state takes as long as writing a message. Here the insert itself checks that the state is
 * unchanged: the last message exists and has that revision, no message follows it, nothing else was changed since, and
 * the index knows that there is something new. The number of a deleted session is never reused, so it cannot belong to
 * another session.
 */
export function createAppendNext(access: Access, recent: RecentSessions): AppendNext {
  const first = access.db.prepare(`
    INSERT OR IGNORE INTO messages (key, revision, size_before, size, at, changed_at, json)
    VALUES (?, (
      SELECT last.revision + 1 FROM sessions s CROSS JOIN messages last
      WHERE s.id = ? AND s.changed_revision <= last.revision AND s.waiting = 1 AND last.key = ? AND last.revision = ?
    ), ?, ?, ?, ?, ?)
  `)
  const other = access.db.prepare(
    'INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const ends = createBoundedMap<string, SessionEnd>(most)

  const learn = (name: string, end: SessionEnd): void => {
    recent.add(end.id)
    ends.set(name, end)
  }
  const add = (
    name: string,
    texts: readonly string[],
    { expectedRevision, times }: AppendChange,
  ): Appended | undefined => {
    const end = ends.get(name)
    if (!end || (!end.isDated && times.some((time) => time !== undefined))) return undefined
    // Only the session itself can show whether it is a conflict.
    if (expectedRevision !== undefined && expectedRevision !== end.revision) return undefined
    const { id, length: start } = end
    const revision = end.revision + 1
    const length = start + texts.length
    const time = toKept(times[0])
    let changed = time ?? end.changed
    mustHaveRoom(id, length)
    const key = keyOf(id, start)
    const text = texts[0] as string
    const done = first.run(key, id, key - 1, end.revision, end.size, text.length, time, changed, text) as RunResult
    if (Number(done.changes) === 0) return undefined
    let size = end.size + text.length
    for (let index = 1; index < texts.length; index++) {
      const next = texts[index] as string
      const at = toKept(times[index])
      changed = at ?? changed
      other.run(key + index, revision, size, next.length, at, changed, next)
      size += next.length
    }
    learn(name, { ...end, revision, length, size, changed })
    return { revision, start, length, repeated: false }
  }

  return {
    append: (session, texts, change) => {
      if (texts.length === 0 || change.operation !== undefined) return undefined
      const name = nameOf(session)
      return ends.get(name) && access.write(() => add(name, texts, change))
    },
    learn: (session, end) => learn(nameOf(session), end),
  }
}

/** With the lengths at the start, no two sessions have the same name, whatever their ids contain. */
function nameOf({ owner: { tenant, user, agent }, name }: SessionName): string {
  return `${tenant.length} ${user.length} ${agent.length} ${tenant}${user}${agent}${name}`
}
