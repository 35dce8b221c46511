import { type ExportedSession, type RawSessions, sessionExists } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { sortKey } from '../database/sort-key.ts'
import { type Head, infoOf } from './heads.ts'
import { keyOf, mustHaveRoom } from './keys.ts'
import type { SessionParts } from './session-parts.ts'

/** Creates a session from the lines of an export. */
export function createImport(parts: SessionParts): NonNullable<RawSessions['transfer']>['import'] {
  const { access, owners, heads, operations, compactions } = parts
  const { db, write } = access
  const make = db.prepare(`
    INSERT INTO sessions (owner, sort, name, created_at, changed_revision, changed_at, forked_from, forked_at, waiting)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
  `)
  const insert = db.prepare(
    'INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const addMessages = (id: number, { info, messages }: ExportedSession): void => {
    let size = 0
    for (const [position, { text, revision, at }] of messages.entries()) {
      // The last message holds the state of the session; the state in earlier ones is never read.
      const changed = position === messages.length - 1 ? info.updatedAt : at
      insert.run(keyOf(id, position), revision, size, text.length, toKept(at), toKept(changed), text)
      size += text.length
    }
  }
  const addOperations = (id: number, { changes }: ExportedSession): void => {
    for (const { operation: name, revision, start, length, compaction } of changes) {
      if (name === undefined) continue
      operations.add(id, { name, kind: compaction ? 'compact' : 'append', revision, start, length })
    }
  }

  return (owner, name, exported) => {
    const { info, messages } = exported
    const sort = sortKey(name)
    return write(() => {
      if (heads.find(owner, sort)) throw sessionExists(name)
      // The last message holds the state, unless another change followed it.
      const isAppend = messages.at(-1)?.revision === info.revision
      const row = make.get(
        owners.make(owner),
        sort,
        name,
        toKept(info.createdAt),
        isAppend ? 0 : info.revision,
        isAppend ? null : toKept(info.updatedAt),
        info.forkedFrom?.session ?? null,
        info.forkedFrom?.at ?? null,
        messages.length > 0 ? 1 : 0,
      )
      const { id } = row as { readonly id: number }
      mustHaveRoom(id, messages.length)
      addMessages(id, exported)
      for (const compaction of exported.compactions) compactions.restore(id, compaction)
      addOperations(id, exported)
      return infoOf(heads.byId(id) as Head)
    })
  }
}
