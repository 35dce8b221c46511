import { createBoundedMap } from '@lamella/core/plugin'
import type { AppendChange, Appended } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import { toKept } from '../database/instants.ts'
import type { SessionKey } from './heads.ts'
import { keyOf, mustHaveRoom } from './keys.ts'

/** The end of a session as an append has left it. */
interface SessionEnd {
  readonly id: number
  readonly revision: number
  readonly length: number
  readonly size: number
  /** The last time that was known of a change. */
  readonly changed: number | null
  /** Whether the session has the time at which it began. */
  readonly isDated: boolean
}

/** Appends to sessions whose end is remembered, without a look at them. */
export interface AppendNext {
  /** `undefined` where nothing was done: something else has been changed, or the end is not known. */
  append(session: SessionKey, texts: readonly string[], change: AppendChange): Promise<Appended | undefined> | undefined
  /** Remembers an end. It need not be right for ever, nor at all: it is compared before it is used. */
  learn(session: SessionKey, end: SessionEnd): void
}

interface RunResult {
  readonly changes: number | bigint
}

/** Sessions whose end is remembered; the one that was learned longest ago is forgotten first. */
const most = 1_000

/**
 * Finding out how a session stands takes as long as writing a message. Here the insert finds out whether it stands as it did: the
 * last message is there and of that revision, no other one stands behind it, nothing else was changed since, and the index
 * knows that there is something new. A session that was deleted has its number for itself for ever, so it cannot be another.
 */
export function createAppendNext(access: Access): AppendNext {
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

  const add = (
    name: string,
    texts: readonly string[],
    { expectedRevision, times }: AppendChange,
  ): Appended | undefined => {
    const end = ends.get(name)
    if (end === undefined || (!end.isDated && times.some((time) => time !== undefined))) return undefined
    // Whether it is a conflict, the session itself must say.
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
    ends.set(name, { id, revision, length, size, changed, isDated: end.isDated })
    return { revision, start, length, repeated: false }
  }

  return {
    append: (session, texts, change) => {
      const name = nameOf(session)
      if (texts.length === 0 || change.operation !== undefined || ends.get(name) === undefined) return undefined
      return access.write(() => add(name, texts, change))
    },
    learn: (session, end) => ends.set(nameOf(session), end),
  }
}

/** With the lengths in front no two sessions have one name, whatever their ids are made of. */
function nameOf({ owner: { tenant, user, agent }, name }: SessionKey): string {
  return `${tenant.length} ${user.length} ${agent.length} ${tenant}${user}${agent}${name}`
}
