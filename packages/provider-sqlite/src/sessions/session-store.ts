import {
  checkedSessions,
  mustReach,
  type Owner,
  type SessionRuns,
  type SessionStore,
  sessionMissing,
} from '@lamella/store'
import { type KeepUp, kept, resultsOf } from '@lamella/store/search'
import { createSessionBlobs } from '../blobs/session-blobs.ts'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import { notice } from '../notices.ts'
import { kindNumbers } from '../search/kinds.ts'
import type { SearchMessages } from '../search/search-messages.ts'
import { createWordIndex } from '../search/word-index.ts'
import { createAppendNext } from './append-next.ts'
import { createAppendTexts } from './append-texts.ts'
import { createCompactionRows } from './compaction-rows.ts'
import { createHeads, type Head, sessionKey } from './heads.ts'
import { keysOf } from './keys.ts'
import { createOperations } from './operations.ts'
import { createReadMessages } from './read-messages.ts'
import type { RecentSessions } from './recent-sessions.ts'
import { createRuns } from './runs.ts'
import { createTransfer, damaged } from './transfer.ts'
import { createVerifySession } from './verify-session.ts'

/** Creates the session store of a database, with all capabilities. */
export interface SqliteSessions extends Required<Omit<SessionStore, 'prepare' | 'runs'>> {
  readonly runs: Required<SessionRuns>
}

/** @param keepUp Continues the index of messages after appends. */
export function createSessions(
  access: Access,
  purge: Purge,
  recent: RecentSessions,
  search: SearchMessages,
  hasVectors: boolean,
  keepUp: KeepUp,
): SqliteSessions {
  const { db, read, write } = access
  const [owners, heads, operations] = [createOwners(db), createHeads(db), createOperations(db)]
  const [messages, blobs] = [createReadMessages(db), createSessionBlobs(db, purge)]
  const compactions = createCompactionRows(db, operations)
  const runs = createRuns(access, purge, heads)
  const verify = createVerifySession(db, compactions)
  const next = createAppendNext(access, recent)
  const append = createAppendTexts(db, owners, heads, operations, next)
  const index = createWordIndex(db, 'message')
  const indexed = db.prepare(`
    SELECT json_group_array(id) AS ids FROM indexed_texts WHERE kind = ${kindNumbers.message} AND id >= ? AND id < ?
  `)
  const derived = [
    db.prepare('DELETE FROM message_vectors WHERE item >= ? AND item < ?'),
    db.prepare('DELETE FROM messages WHERE key >= ? AND key < ?'),
  ]
  // Foreign keys delete its compactions, operations and run.
  const removeSession = db.prepare('DELETE FROM sessions WHERE id = ?')
  const sessionsOf = db.prepare('SELECT id FROM sessions WHERE owner = ?')

  const find = (owner: Owner, session: string): Head | undefined => heads.find(owner, sortKey(session))
  const mustFind = (owner: Owner, session: string): Head => {
    const head = find(owner, session)
    if (!head) throw sessionMissing(session)
    return head
  }
  /** Removes sessions with everything derived from them. Call it in a transaction. */
  const remove = (ids: readonly number[]): void => {
    const ranges = ids.map(keysOf)
    // Together, so that each part of the index is written once.
    index.remove(
      ranges.flatMap(({ first, end }) => {
        const { ids: keys } = indexed.get(first, end) as { readonly ids: string }
        return JSON.parse(keys) as number[]
      }),
    )
    for (const { first, end } of ranges) for (const statement of derived) statement.run(first, end)
    for (const id of ids) removeSession.run(id)
    if (ids.length > 0) purge.mark()
  }

  return checkedSessions({
    // The first append creates the session.
    append: keepUp.append(async (owner, session, texts, change) => {
      const done = await next.append({ owner, name: session }, texts, change)
      return done ?? write(() => append(sessionKey(owner, session), texts, change))
    }),
    info: async (owner, session) => {
      const head = await read(() => find(owner, session))
      return head && kept.session(head)
    },
    page: (owner, session, limits) =>
      read(() => {
        const head = heads.state(owner, sortKey(session))
        if (!head) return { messages: [], start: 0, revision: 0, length: 0, notices: [] }
        const before = Math.min(limits.before, head.length)
        const start = messages.startOfPage(head.id, before, limits.messages, limits.size)
        const found = messages.range(head.id, start, before)
        const notices = found.damaged.map((position) =>
          notice('MESSAGE_UNREADABLE', `Message ${position} is no longer valid JSON and was left out.`, session),
        )
        return { messages: found.messages, start, revision: head.revision, length: head.length, notices }
      }),
    read: (owner, session, start, end) =>
      read(() => {
        const head = heads.state(owner, sortKey(session))
        if (!head) return []
        const found = messages.range(head.id, start, Math.min(end, head.length))
        const [lost] = found.damaged
        if (lost !== undefined) throw damaged(session, `Message ${lost}`, 'is no longer valid JSON')
        return found.messages
      }),
    list: async (owner, { after = '', limit }) => {
      const most = limit === Number.POSITIVE_INFINITY ? -1 : limit + 1
      const found = await read(() => heads.list(owner, sortKey(after), most))
      return { sessions: found.slice(0, limit).map(kept.session), more: found.length > limit }
    },
    delete: (owner, session) =>
      purge.deleting(() => {
        const sort = sortKey(session)
        const head = heads.state(owner, sort)
        if (head) remove([head.id])
        // A session that was never made can have blobs too.
        const number = owners.find(owner)
        if (number !== undefined) blobs.remove({ owner: number, sort })
        return head !== undefined
      }),
    runs: runs.methods,
    compactions: {
      add: (owner, session, compaction, change) =>
        write(() => {
          const head = mustFind(owner, session)
          mustReach('compaction.end', compaction.end, head.length)
          return compactions.add(head, compaction, change)
        }),
      list: (owner, session) =>
        read(() => {
          const head = heads.state(owner, sortKey(session))
          return head ? compactions.list(head.id) : []
        }),
    },
    transfer: createTransfer(access, { owners, heads, operations, compactions, runs, blobs, mustFind }),
    admin: {
      erase: (owner) =>
        purge.deleting(() => {
          const ids = owners.within(owner)
          const sessions = ids.map((id) => (sessionsOf.all(id) as { readonly id: number }[]).map((row) => row.id))
          for (const own of sessions) remove(own)
          for (const id of ids) blobs.removeOf(id)
          if (owners.forget(ids)) purge.mark()
          return sessions.flat().length
        }),
      verify: (owner, session) =>
        read(() => {
          const head = find(owner, session)
          return head ? verify(head) : []
        }),
    },
    search: resultsOf(search),
    hasVectors,
  })
}
