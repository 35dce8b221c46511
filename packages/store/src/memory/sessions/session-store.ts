import type { SessionStore } from '../../contract/session-store.ts'
import { checkKeywordSearch, type KeywordSearchOptions, type RankedSearchOptions } from '../keyword-search.ts'
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
import { createRunVersion } from './run-version.ts'
import { createSearch } from './search.ts'
import { createSessionRecords } from './session-records.ts'
import { createWriteRun } from './write-run.ts'

/**
 * Creates a session store that lives as long as the program and supports everything except vectors and damage: for
 * tests, for programs that keep nothing, and as a simple model of the durable stores. Search needs a ranker, which gets
 * every message; without one the store has no `search`.
 *
 * @throws LamellaError `OPTION_INVALID`; from `search` `RANKER_INVALID`, when a ranker does not return one score per
 * message
 * @example
 * const sessions = createSessionStore()
 * await sessions.append({ tenant: 'acme', user: 'ada' }, 'telegram_4711', [{ role: 'user', content: 'Hello' }])
 */
export function createSessionStore(
  options: RankedSearchOptions,
): SessionStore & Required<Omit<SessionStore, 'prepare' | 'verify'>>
export function createSessionStore(
  options?: KeywordSearchOptions,
): SessionStore & Required<Omit<SessionStore, 'prepare' | 'verify' | 'search'>>
export function createSessionStore(
  options: KeywordSearchOptions = {},
): SessionStore & Required<Omit<SessionStore, 'prepare' | 'verify' | 'search'>> {
  const { ranker } = checkKeywordSearch('createSessionStore', options)
  const records = createSessionRecords()
  // Every method is async, so that errors become rejections, and awaits nothing but imported lines, so that each call
  // is atomic.
  return {
    spec: 1,
    append: createAppend(records),
    info: createInfo(records),
    page: createPage(records),
    read: createRead(records),
    list: createList(records),
    delete: createDelete(records),
    fork: createFork(records),
    compact: createCompact(records),
    compactions: createCompactions(records),
    readRun: createReadRun(records),
    writeRun: createWriteRun(records),
    runVersion: createRunVersion(records),
    export: createExport(records),
    import: createImport(records),
    erase: createErase(records),
    ...(ranker && { search: createSearch(records, ranker) }),
    close: async () => {},
  }
}
