import { LamellaError } from '@lamella/core'
import {
  type ExportedMessage,
  type ExportedSession,
  isKeptText,
  mustReach,
  type Owner,
  type RawSessions,
  sessionExists,
  sessionMissing,
  writeSessionLines,
} from '@lamella/store'
import { fromKept, kept, toKept } from '@lamella/store/search'
import type { SessionBlobs } from '../blobs/session-blobs.ts'
import type { Access } from '../database/access.ts'
import type { Owners } from '../database/owners.ts'
import { sortKey } from '../database/sort-key.ts'
import type { CompactionRows } from './compaction-rows.ts'
import type { Head, Heads } from './heads.ts'
import { keyOf, mustHaveRoom, placeOf } from './keys.ts'
import type { Operations } from './operations.ts'
import type { Runs } from './runs.ts'

/** What else a transfer uses of a session store. */
interface Parts {
  readonly owners: Owners
  readonly heads: Heads
  readonly operations: Operations
  readonly compactions: CompactionRows
  readonly runs: Runs
  readonly blobs: SessionBlobs
  /** @throws LamellaError `SESSION_MISSING` */
  mustFind(owner: Owner, session: string): Head
}

/** The number of messages per read of an export. */
const step = 500

interface ExportRow {
  readonly key: number
  readonly revision: number
  readonly at: number | null
  readonly json: string
}

/** Creates the methods that make a session from another one, or from the lines of an export. */
export function createTransfer(
  { db, read, write }: Access,
  { owners, heads, operations, compactions, runs, blobs, mustFind }: Parts,
): NonNullable<RawSessions['transfer']> {
  const make = db.prepare(`
    INSERT INTO sessions (owner, sort, name, created_at, changed_revision, changed_at, forked_from, forked_at, waiting)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
  `)
  const copy = db.prepare(`
    INSERT INTO messages (key, revision, size_before, size, at, changed_at, json)
    SELECT key + ?, 1, size_before, size, at, NULL, json FROM messages WHERE key >= ? AND key < ? ORDER BY key
  `)
  const rows = db.prepare(
    `SELECT key, revision, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ${step}`,
  )
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
  return {
    fork: (owner, session, into, at) =>
      write(() => {
        const head = mustFind(owner, session)
        const sort = sortKey(into)
        if (heads.find(owner, sort)) throw sessionExists(into)
        const end = at ?? head.length
        mustReach('at', end, head.length)
        const row = make.get(head.owner, sort, into, null, 1, null, head.name, end, end > 0 ? 1 : 0)
        const { id } = row as { readonly id: number }
        mustHaveRoom(id, end)
        copy.run(keyOf(id, 0) - keyOf(head.id, 0), keyOf(head.id, 0), keyOf(head.id, end))
        compactions.copy(head.id, id, end)
        runs.copy(head.id, id)
        blobs.copy({ owner: head.owner, sort: sortKey(session) }, { owner: head.owner, sort })
        return kept.session(heads.byId(id) as Head)
      }),
    // Sessions only grow, so the messages that exist at the start form one state, even during appends, and can be read
    // in batches.
    export: async function* (owner, session) {
      const begun = await read(() => {
        const head = mustFind(owner, session)
        if (compactions.isDamaged(head.id)) throw damaged(session, 'A compaction', differs)
        return { head, compactions: compactions.list(head.id), operations: operations.list(head.id) }
      })
      const { head } = begun
      async function* messages(): AsyncGenerator<ExportedMessage, void, undefined> {
        for (let position = 0; position < head.length; ) {
          const some = await read(() => {
            // If it has been deleted meanwhile, another session may have its number.
            if (heads.find(owner, sortKey(session))?.id !== head.id) throw sessionMissing(session)
            return rows.all(keyOf(head.id, position), keyOf(head.id, head.length)) as ExportRow[]
          })
          for (const row of some) yield exported(session, position++, row)
          // Missing messages are reported after counting.
          if (some.length < step) return
        }
      }
      yield* writeSessionLines({ ...begun, info: kept.session(head), messages: messages() })
    },
    import: (owner, name, session) =>
      write(() => {
        const { info, messages } = session
        const sort = sortKey(name)
        if (heads.find(owner, sort)) throw sessionExists(name)
        // The last message holds the state, unless another change followed it.
        const isAppend = messages.at(-1)?.revision === info.revision
        const row = make.get(
          ...([owners.make(owner), sort, name, toKept(info.createdAt)] as const),
          ...(isAppend ? ([0, null] as const) : ([info.revision, toKept(info.updatedAt)] as const)),
          ...([info.forkedFrom?.session ?? null, info.forkedFrom?.at ?? null, messages.length > 0 ? 1 : 0] as const),
        )
        const { id } = row as { readonly id: number }
        mustHaveRoom(id, messages.length)
        addMessages(id, session)
        for (const compaction of session.compactions) compactions.restore(id, compaction)
        for (const { operation, revision, start, length, compaction } of session.changes) {
          if (operation === undefined) continue
          operations.add(id, { name: operation, kind: compaction ? 'compact' : 'append', revision, start, length })
        }
        return kept.session(heads.byId(id) as Head)
      }),
  }
}

function exported(session: string, position: number, { key, revision, at, json }: ExportRow): ExportedMessage {
  if (placeOf(key).position !== position || !isKeptText('json', json))
    throw damaged(session, `Message ${position}`, differs)
  return { text: json, revision, at: at === null ? undefined : fromKept(at) }
}

const differs = 'differs from what was written'

/** @param what What is damaged. @param problem What is wrong with it. */
export function damaged(session: string, what: string, problem: string): LamellaError<'SESSION_DAMAGED'> {
  return new LamellaError({
    code: 'SESSION_DAMAGED',
    what: `${what} of session ${JSON.stringify(session)} ${problem}.`,
    fix: 'Restore a backup, or read the other messages with page(), which leaves it out.',
    details: { session },
  })
}
