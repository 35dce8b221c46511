import { type AppendChange, type Appended, mustBeAt, valueInvalid } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Owners } from '../database/owners.ts'
import type { AppendNext } from './append-next.ts'
import type { Heads, SessionKey, SessionState } from './heads.ts'
import { keyOf, mustHaveRoom } from './keys.ts'
import type { Operations } from './operations.ts'

/** Appends messages, given as their JSON texts. Call it in a transaction. */
export type AppendTexts = (session: SessionKey, texts: readonly string[], change: AppendChange) => Appended

export function createAppendTexts(
  db: SqliteDatabase,
  owners: Owners,
  heads: Heads,
  operations: Operations,
  next: AppendNext,
): AppendTexts {
  const make = db.prepare('INSERT INTO sessions (owner, sort, name, created_at) VALUES (?, ?, ?, ?) RETURNING id')
  const insert = db.prepare(
    'INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const dated = db.prepare('UPDATE sessions SET created_at = ? WHERE id = ?')
  const behind = db.prepare('UPDATE sessions SET waiting = 1 WHERE id = ?')
  const texts = db.prepare('SELECT json FROM messages WHERE key >= ? AND key < ? ORDER BY key')

  const repeated = (head: SessionState, name: string, wanted: readonly string[]): Appended | undefined => {
    const done = operations.find(head.id, name)
    if (done === undefined) return undefined
    const { kind, revision, start, length } = done
    const isSame =
      kind === 'append' &&
      length - start === wanted.length &&
      (texts.all(keyOf(head.id, start), keyOf(head.id, length)) as { readonly json: string }[]).every(
        ({ json }, index) => json === wanted[index],
      )
    if (!isSame) throw anotherChange()
    return { revision, start, length, repeated: true }
  }

  return (session, added, { expectedRevision, operation, times }) => {
    const { owner, name, sort } = session
    const head = heads.state(owner, sort)
    const done = head && operation !== undefined ? repeated(head, operation, added) : undefined
    if (done) return done
    mustBeAt('session', name, expectedRevision, head?.revision)
    const start = head?.length ?? 0
    if (added.length === 0) return { revision: head?.revision ?? 0, start, length: start, repeated: false }
    const revision = (head?.revision ?? 0) + 1
    const length = start + added.length
    const first = toKept(times.find((time) => time !== undefined))
    const id = head?.id ?? (make.get(owners.make(owner), sort, name, first) as { readonly id: number }).id
    mustHaveRoom(id, length)
    if (head && head.createdAt === null && first !== null) dated.run(first, id)
    // Once after a search has indexed the session, and not on every append.
    if (head?.waiting !== 1) behind.run(id)
    let changed = head?.changedAt ?? null
    let key = keyOf(id, start)
    let size = head?.size ?? 0
    for (const [index, text] of added.entries()) {
      const time = toKept(times[index])
      changed = time ?? changed
      insert.run(key++, revision, size, text.length, time, changed, text)
      size += text.length
    }
    if (operation !== undefined) operations.add(id, { name: operation, kind: 'append', revision, start, length })
    next.learn(session, { id, revision, length, size, changed, isDated: (head?.createdAt ?? first) !== null })
    return { revision, start, length, repeated: false }
  }
}

/** Creates the error for an operation under a name that is already used. */
export function anotherChange(): Error {
  return valueInvalid('options.operation', 'is the name of another change of this session')
}
