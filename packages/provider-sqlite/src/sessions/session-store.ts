import type { FoundMessage, SearchResult, SessionStore } from '@lamella/store'
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

/** Creates the session store of a database, with all optional methods. */
export type SqliteSessions = Required<Omit<SessionStore, 'prepare'>>

export function createSessions(
  access: Access,
  purge: Purge,
  recent: RecentSessions,
  search: (...args: Parameters<SearchMessages>) => Promise<SearchResult<FoundMessage>>,
  close: () => Promise<void>,
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
    fork: createFork(parts),
    compact: createCompact(parts),
    compactions: createCompactions(parts),
    readRun: createReadRun(parts),
    writeRun: createWriteRun(parts),
    runVersion: createRunVersion(parts),
    search: createSearch(search),
    export: createExport(parts),
    import: createImport(parts),
    erase: createErase(parts),
    verify: createVerify(parts),
    close,
  }
}
