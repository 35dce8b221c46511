import type { SessionRuns, SessionStore } from '@lamella/store'
import type { Database } from '../database/database.ts'
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
import { createSearch, type SearchSessions } from './search.ts'
import { createSessionParts } from './session-parts.ts'
import { createVerify } from './verify.ts'
import { createWriteRun } from './write-run.ts'

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
