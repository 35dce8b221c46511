import {
  type Compaction,
  checkedSessions,
  mustBeAt,
  mustReach,
  type SessionRuns,
  type SessionStore,
  sameCompaction,
  sessionDamaged,
} from '@lamella/store'
import { type KeepUp, kept, resultsOf, toKept } from '@lamella/store/search'
import { createSessionBlobs } from '../blobs/session-blobs.ts'
import { type IdRow, idsIn } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { notice } from '../notices.ts'
import type { SearchMessages } from '../search/search-messages.ts'
import { createAppend } from './append.ts'
import { createCompactionRows } from './compaction-rows.ts'
import { createHeads, mustExist, sessionKey } from './heads.ts'
import { anotherChange, createOperations } from './operations.ts'
import { createReadMessages } from './read-messages.ts'
import type { RecentSessions } from './recent-sessions.ts'
import { lockSessions, removeSessions } from './remove-sessions.ts'
import { createRuns } from './runs.ts'
import { createTransfer } from './transfer.ts'
import { createVerifySession } from './verify-session.ts'

/** The session store of a schema, with all capabilities. */
export interface PostgresSessions extends Required<Omit<SessionStore, 'prepare' | 'runs'>> {
  readonly runs: Required<SessionRuns>
}

/** @param keepUp Continues the index of messages after appends. */
export function createSessions(
  database: Database,
  recent: RecentSessions,
  search: SearchMessages,
  hasVectors: boolean,
  keepUp: KeepUp,
): PostgresSessions {
  const { schema, read, write } = database
  const [owners, operations, compactions] = [
    createOwners(schema),
    createOperations(schema),
    createCompactionRows(schema),
  ]
  const [heads, blobs] = [createHeads(schema, owners), createSessionBlobs(schema, owners)]
  const readMessages = createReadMessages(database)
  const verify = createVerifySession(schema, operations, compactions)
  const compacted = `UPDATE ${schema}.sessions SET revision = $3, changed_at = coalesce($4::bigint, $5),
      created_at = coalesce(created_at, $4) WHERE tenant = $1 AND id = $2`
  return checkedSessions({
    append: keepUp.append(createAppend(database, heads, operations, recent)),
    info: async (owner, session) => {
      const head = await read(owner.tenant, (statements) => heads.find(statements, sessionKey(owner, session)))
      return head && kept.session(head)
    },
    page: async (owner, session, limits) => {
      const found = await readMessages(sessionKey(owner, session), { lowest: 0, ...limits })
      if (!found) return { messages: [], start: 0, revision: 0, length: 0, notices: [] }
      const { damaged, ...page } = found
      const problem = 'is no longer the JSON of a message and was left out'
      const notices = damaged.map((at) => notice('MESSAGE_UNREADABLE', `Message ${at} ${problem}.`, session))
      return { ...page, notices }
    },
    read: async (owner, session, lowest, before) => {
      const all = Number.POSITIVE_INFINITY
      const found = await readMessages(sessionKey(owner, session), { lowest, before, messages: all, size: all })
      const [lost] = found?.damaged ?? []
      if (lost !== undefined) {
        const problem = `has a message at ${lost} that is no longer the JSON of a message`
        throw sessionDamaged(session, problem, 'Restore a backup, or read the other messages with page().')
      }
      return found?.messages ?? []
    },
    list: async (owner, { after = '', limit }) => {
      const most = limit === Number.POSITIVE_INFINITY ? null : limit + 1
      const found = await read(owner.tenant, (statements) => heads.list(statements, owner, sortKey(after), most))
      return { sessions: found.slice(0, limit).map(kept.session), more: found.length > limit }
    },
    delete: (owner, session) =>
      write(owner.tenant, async (statements) => {
        const key = sessionKey(owner, session)
        const head = await heads.lock(statements, key)
        if (head) await removeSessions(schema, statements, head.tenant, [head.id])
        await blobs.remove(statements, key)
        return head !== undefined
      }),
    runs: createRuns(database, heads),
    compactions: {
      add: (owner, session, compaction, { expectedRevision, operation: name, at }) =>
        write(owner.tenant, async (statements) => {
          const head = mustExist(await heads.lock(statements, sessionKey(owner, session)), session)
          const { tenant, id, length, changedAt } = head
          mustReach('compaction.end', compaction.end, length)
          const done = name === undefined ? undefined : await operations.find(statements, head, name)
          if (done) {
            const { list } = await compactions.read(statements, head)
            const first = list.find((one) => one.revision === done.revision)
            if (done.kind !== 'compact' || first === undefined || !sameCompaction(first, compaction))
              throw anotherChange()
            return first
          }
          mustBeAt('session', session, expectedRevision, head.revision)
          const revision = head.revision + 1
          const added: Compaction = { ...compaction, revision, ...(at === undefined ? {} : { at }) }
          await compactions.add(statements, head, added)
          await statements.query(compacted, tenant, id, revision, toKept(at), changedAt)
          if (name !== undefined) {
            await operations.add(statements, head, [{ name, kind: 'compact', revision, start: length, length }])
          }
          return added
        }),
      list: (owner, session) =>
        read(owner.tenant, async (statements) => {
          const head = await heads.find(statements, sessionKey(owner, session))
          return head ? (await compactions.read(statements, head)).list : []
        }),
    },
    transfer: createTransfer(database, { heads, operations, compactions, blobs }),
    admin: {
      erase: (owner) =>
        write(owner.tenant, async (statements) => {
          const tenant = toStored(owner.tenant)
          const ids = await owners.within(statements, owner)
          const owned = `SELECT id FROM ${schema}.sessions WHERE tenant = $1 AND owner = ANY($2::bigint[])`
          const rows = await statements.query<IdRow>(owned, tenant, ids)
          const locked = await lockSessions(schema, statements, tenant, idsIn(rows))
          await removeSessions(schema, statements, tenant, locked)
          await blobs.erase(statements, tenant, ids)
          await owners.forget(statements, owner.tenant, ids)
          return locked.length
        }),
      verify: (owner, session) =>
        read(owner.tenant, async (statements) => {
          const head = await heads.find(statements, sessionKey(owner, session))
          return head ? verify(statements, head) : []
        }),
    },
    search: resultsOf(search),
    hasVectors,
  })
}
