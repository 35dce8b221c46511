import { checkedSessions, type RawSessions, type SessionRuns, type SessionStore } from '@lamella/store'
import { type KeepUp, resultsOf } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import { sortKey } from '../database/sort-key.ts'
import type { SearchMessages } from '../search/search-messages.ts'
import { createErase, createVerify } from './admin.ts'
import { createAppend } from './append.ts'
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
  const parts = createSessionParts(database, recent)
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
function createInfo({ database, heads }: SessionParts): RawSessions['info'] {
  return async (owner, session) => {
    const key = sessionKey(owner, session)
    const head = await database.read(owner.tenant, (statements) => heads.find(statements, key))
    return head && infoOf(head)
  }
}

/** Lists the sessions of an owner, sorted by id. */
function createList({ database, heads }: SessionParts): RawSessions['list'] {
  return async (owner, { after = '', limit }) => {
    const most = limit === Number.POSITIVE_INFINITY ? null : limit + 1
    const found = await database.read(owner.tenant, (statements) => heads.list(statements, owner, sortKey(after), most))
    const more = found.length > limit
    return { sessions: (more ? found.slice(0, -1) : found).map(infoOf), more }
  }
}
