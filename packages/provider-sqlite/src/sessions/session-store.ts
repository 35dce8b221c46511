import { checkedSessions, type RawSessions, type SessionRuns, type SessionStore } from '@lamella/store'
import { type KeepUp, resultsOf } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import type { SearchMessages } from '../search/search-messages.ts'
import { createErase, createVerify } from './admin.ts'
import { createAppendNext } from './append-next.ts'
import { createAppendTexts } from './append-texts.ts'
import { createCompact, createCompactions } from './compactions.ts'
import { createDelete } from './delete.ts'
import { createExport } from './export.ts'
import { createFork } from './fork.ts'
import { infoOf, sessionKey } from './heads.ts'
import { createImport } from './import.ts'
import { createPage } from './page.ts'
import { createRead } from './read.ts'
import type { RecentSessions } from './recent-sessions.ts'
import { createReadRun, createRunVersion, createWriteRun } from './runs.ts'
import { createSessionParts, type SessionParts } from './session-parts.ts'

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
  const parts = createSessionParts(access, purge, recent)
  return checkedSessions({
    append: keepUp.append(createAppend(parts)),
    info: createInfo(parts),
    page: createPage(parts),
    read: createRead(parts),
    list: createList(parts),
    delete: createDelete(parts),
    runs: { read: createReadRun(parts), write: createWriteRun(parts), version: createRunVersion(parts) },
    compactions: { add: createCompact(parts), list: createCompactions(parts) },
    transfer: { fork: createFork(parts), export: createExport(parts), import: createImport(parts) },
    admin: { erase: createErase(parts), verify: createVerify(parts) },
    search: resultsOf(search),
    hasVectors,
  })
}

/** Reads the information about a session. */
function createInfo({ access, heads }: SessionParts): RawSessions['info'] {
  return async (owner, session) => {
    const head = await access.read(() => heads.find(owner, sortKey(session)))
    return head && infoOf(head)
  }
}

/** Lists the sessions of an owner, sorted by id. */
function createList({ access, heads }: SessionParts): RawSessions['list'] {
  return async (owner, { after = '', limit }) => {
    const most = limit === Number.POSITIVE_INFINITY ? -1 : limit + 1
    const found = await access.read(() => heads.list(owner, sortKey(after), most))
    const more = found.length > limit
    return { sessions: (more ? found.slice(0, -1) : found).map(infoOf), more }
  }
}

/** Appends messages. The first append creates the session. */
function createAppend({ access, owners, heads, operations, recent }: SessionParts): RawSessions['append'] {
  const next = createAppendNext(access, recent)
  const append = createAppendTexts(access.db, owners, heads, operations, next)
  return async (owner, session, texts, change) => {
    const done = await next.append({ owner, name: session }, texts, change)
    return done ?? access.write(() => append(sessionKey(owner, session), texts, change))
  }
}
