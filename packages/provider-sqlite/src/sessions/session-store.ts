import { LamellaError, type Notice } from '@lamella/core'
import {
  checkAppend,
  checkChange,
  checkCompaction,
  checkList,
  checkPage,
  checkRange,
  type FoundMessage,
  messageTexts,
  ownerOf,
  type SearchHit,
  type SessionStore,
  sessionExists,
  sessionMissing,
} from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import { invalid } from '../errors.ts'
import { notice } from '../notices.ts'
import type { SearchMessages } from '../search/search-messages.ts'
import { createAppend } from './append.ts'
import { createAppendNext } from './append-next.ts'
import { createCompactions } from './compactions.ts'
import { createExport } from './export.ts'
import { createFork } from './fork.ts'
import { createHeads, type Head, infoOf, type SessionKey, type Stand } from './heads.ts'
import { createImport } from './import.ts'
import { createOperations } from './operations.ts'
import { createReadMessages } from './read-messages.ts'
import { createRemove } from './remove.ts'
import { sessionKey } from './session-key.ts'
import { createVerify } from './verify.ts'

/** Sessions in a database, with everything that a session store can have. */
export type SqliteSessions = Required<SessionStore>

export function createSessions(
  access: Access,
  purge: Purge,
  search: (...args: Parameters<SearchMessages>) => Promise<readonly SearchHit<FoundMessage>[]>,
  close: () => Promise<void>,
): SqliteSessions {
  const { db } = access
  const owners = createOwners(db)
  const heads = createHeads(db)
  const operations = createOperations(db)
  const compactions = createCompactions(db, operations)
  const messages = createReadMessages(db)
  const next = createAppendNext(access)
  const append = createAppend(db, owners, heads, operations, next)
  const fork = createFork(db, compactions)
  const remove = createRemove(db, purge)
  const verify = createVerify(db, compactions)
  const find = ({ owner, sort }: SessionKey): Head | undefined => heads.find(owner, sort)
  const standOf = ({ owner, sort }: SessionKey): Stand | undefined => heads.stand(owner, sort)
  const mustFind = (key: SessionKey): Head => {
    const head = find(key)
    if (!head) throw sessionMissing(key.name)
    return head
  }

  return {
    spec: 1,
    append: async (scope, session, added, options) => {
      const key = sessionKey(scope, session)
      const texts = messageTexts(added)
      const change = checkAppend(options, texts.length)
      return (await next.append(key, texts, change)) ?? access.write(() => append(key, texts, change))
    },
    info: async (scope, session) => {
      const key = sessionKey(scope, session)
      const head = await access.read(() => find(key))
      return head && infoOf(head)
    },
    page: async (scope, session, request) => {
      const key = sessionKey(scope, session)
      const limits = checkPage(request)
      return access.read(() => {
        const head = standOf(key)
        if (!head) return { messages: [], start: 0, revision: 0, length: 0, notices: [] }
        const before = Math.min(limits.before, head.length)
        const start = messages.startOfPage(head.id, before, limits.messages, limits.size)
        const { messages: read, damaged } = messages.range(head.id, start, before)
        const notices = damaged.map((position) => unreadable(session, position))
        return { messages: read, start, revision: head.revision, length: head.length, notices }
      })
    },
    read: async (scope, session, start, end) => {
      const key = sessionKey(scope, session)
      checkRange(start, end, 0)
      return access.read(() => {
        const head = standOf(key)
        if (!head) return []
        const range = checkRange(start, end, head.length)
        const found = messages.range(head.id, range.start, range.end)
        const [lost] = found.damaged
        if (lost !== undefined) throw damaged(session, lost)
        return found.messages
      })
    },
    list: async (scope, request) => {
      const owner = ownerOf(scope)
      const { after, limit } = checkList(request)
      const most = limit === Number.POSITIVE_INFINITY ? -1 : limit + 1
      const found = await access.read(() => heads.list(owner, sortKey(after ?? ''), most))
      const more = found.length > limit
      return { sessions: (more ? found.slice(0, -1) : found).map(infoOf), more }
    },
    delete: async (scope, session) => {
      const key = sessionKey(scope, session)
      const found = await access.write(() => {
        const head = standOf(key)
        if (head) remove.one(head.id, head.owner)
        return head !== undefined
      })
      await purge.run()
      return found
    },
    fork: async (scope, session, into, at) => {
      const [from, to] = [sessionKey(scope, session), sessionKey(scope, into, 'into')]
      if (at !== undefined) checkRange(at, at, 0)
      return access.write(() => {
        const head = mustFind(from)
        if (find(to)) throw sessionExists(into)
        const end = at ?? head.length
        if (end > head.length) throw invalid('at', `is ${end}, behind the ${head.length} messages of the session`)
        return infoOf(heads.byId(fork(head, to, end)) as Head)
      })
    },
    compact: async (scope, session, compaction, options) => {
      const key = sessionKey(scope, session)
      const change = checkChange(options)
      return access.write(() => {
        const head = mustFind(key)
        return compactions.add(head, checkCompaction(compaction, head.length), change)
      })
    },
    compactions: async (scope, session) => {
      const key = sessionKey(scope, session)
      return access.read(() => {
        const head = standOf(key)
        return head ? compactions.list(head.id) : []
      })
    },
    search: async (scope, request, session) =>
      search(ownerOf(scope), request, session === undefined ? undefined : sessionKey(scope, session).sort),
    export: createExport(access, heads, operations, compactions),
    import: createImport(access, owners, heads, operations, compactions),
    erase: async (scope) => {
      const owner = ownerOf(scope)
      const erased = await access.write(() => {
        const ids = owners.within(owner)
        const count = ids.reduce((sum, id) => sum + remove.allOf(id), 0)
        if (owners.forget(ids)) purge.mark()
        return count
      })
      await purge.run()
      return erased
    },
    verify: async (scope, session) => {
      const key = sessionKey(scope, session)
      return access.read(() => {
        const head = find(key)
        return head ? verify(head) : []
      })
    },
    close,
  }
}

function unreadable(session: string, position: number): Notice {
  return notice('MESSAGE_UNREADABLE', `Message ${position} is not JSON any more and was left out.`, session)
}

function damaged(session: string, position: number): LamellaError<'SESSION_DAMAGED'> {
  return new LamellaError({
    code: 'SESSION_DAMAGED',
    what: `Message ${position} of session ${JSON.stringify(session)} is not JSON any more.`,
    fix: 'Restore a backup, or read around it with page(), which leaves it out.',
    details: { session },
  })
}
