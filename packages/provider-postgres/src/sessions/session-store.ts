import type { SessionStore } from '@lamella/store'
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

/** The session store of a schema, with all optional methods. */
export type PostgresSessions = Required<Omit<SessionStore, 'prepare'>>

export function createSessions(
  database: Database,
  recent: RecentSessions,
  search: SearchSessions,
  close: () => Promise<void>,
): PostgresSessions {
  const parts = createSessionParts(database, recent)
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
