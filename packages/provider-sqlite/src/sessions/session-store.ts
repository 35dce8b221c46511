import type { FoundMessage, SearchResult, SessionRuns, SessionStore } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { Purge } from '../database/purge.ts'
import type { SearchMessages } from '../search/search-messages.ts'
import { createAppend } from './append.ts'
import { createCompact } from './compact.ts'
import { createCompactions } from './compactions.ts'
import { createDelete } from './delete.ts'
import { createErase } from './erase.ts'
import { createExport } from './export.ts'
import { createFork } from './fork.ts'
import { createImport } from './import.ts'
import { createInfo } from './info.ts'
import { createList } from './list.ts'
import { createPage } from './page.ts'
import { createRead } from './read.ts'
import { createReadRun } from './read-run.ts'
import type { RecentSessions } from './recent-sessions.ts'
import { createRunVersion } from './run-version.ts'
import { createSearch } from './search.ts'
import { createSessionParts } from './session-parts.ts'
import { createVerify } from './verify.ts'
import { createWriteRun } from './write-run.ts'

/** Creates the session store of a database, with all capabilities. */
export interface SqliteSessions extends Required<Omit<SessionStore, 'prepare' | 'runs'>> {
  readonly runs: Required<SessionRuns>
}

export function createSessions(
  access: Access,
  purge: Purge,
  recent: RecentSessions,
  search: (...args: Parameters<SearchMessages>) => Promise<SearchResult<FoundMessage>>,
): SqliteSessions {
  const parts = createSessionParts(access, purge, recent)
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
