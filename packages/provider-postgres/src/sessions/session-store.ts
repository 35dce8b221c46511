import {
  checkList,
  type FoundMessage,
  type Owner,
  ownerOf,
  type SearchRequest,
  type SearchResult,
  type SessionRuns,
  type SessionStore,
} from '@lamella/store'
import type { Database } from '../database/database.ts'
import { sortKey } from '../database/sort-key.ts'
import { createErase, createVerify } from './admin.ts'
import { createAppend } from './append.ts'
import { createCompact, createCompactions } from './compactions.ts'
import { createDelete } from './delete.ts'
import { createExport } from './export.ts'
import { createFork } from './fork.ts'
import { infoOf } from './heads.ts'
import { createImport } from './import.ts'
import { createPage } from './page.ts'
import { createRead } from './read.ts'
import type { RecentSessions } from './recent-sessions.ts'
import { createReadRun, createRunVersion, createWriteRun } from './runs.ts'
import { sessionKey } from './session-key.ts'
import { createSessionParts, type SessionParts } from './session-parts.ts'

/** The session store of a schema, with all capabilities. */
export interface PostgresSessions extends Required<Omit<SessionStore, 'prepare' | 'runs'>> {
  readonly runs: Required<SessionRuns>
}

export function createSessions(database: Database, recent: RecentSessions, search: SearchSessions): PostgresSessions {
  const parts = createSessionParts(database, recent)
  return {
    spec: 1,
    append: createAppend(parts),
    info: createInfo(parts),
    page: createPage(parts),
    read: createRead(parts),
    list: createList(parts),
    delete: createDelete(parts),
    runs: { read: createReadRun(parts), write: createWriteRun(parts), version: createRunVersion(parts) },
    compactions: { add: createCompact(parts), list: createCompactions(parts) },
    transfer: { fork: createFork(parts), export: createExport(parts), import: createImport(parts) },
    admin: { erase: createErase(parts), verify: createVerify(parts) },
    search: createSearch(search),
  }
}

/** Reads the information about a session. */
function createInfo({ database, heads }: SessionParts): SessionStore['info'] {
  return async (scope, session) => {
    const key = sessionKey(scope, session)
    const head = await database.read(key.owner.tenant, (statements) => heads.find(statements, key))
    return head && infoOf(head)
  }
}

/** Lists the sessions of an owner, sorted by id. */
function createList({ database, heads }: SessionParts): SessionStore['list'] {
  return async (scope, request) => {
    const owner = ownerOf(scope)
    const { after, limit } = checkList(request)
    const most = limit === Number.POSITIVE_INFINITY ? null : limit + 1
    const found = await database.read(owner.tenant, (statements) =>
      heads.list(statements, owner, sortKey(after ?? ''), most),
    )
    const more = found.length > limit
    return { sessions: (more ? found.slice(0, -1) : found).map(infoOf), more }
  }
}

/** Searches the messages of an owner, or of one of its sessions, given as its sort key. */
type SearchSessions = (
  owner: Owner,
  request: SearchRequest,
  session: Uint8Array | undefined,
) => Promise<SearchResult<FoundMessage>>

/** Searches the messages of one session or of all of an owner's. */
function createSearch(search: SearchSessions): Required<SessionStore>['search'] {
  return async (scope, request, session) =>
    search(ownerOf(scope), request, session === undefined ? undefined : sessionKey(scope, session).sort)
}
