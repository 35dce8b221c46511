import type { Message, Ranker, Scope } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import { checkId, invalid, messageTexts, ownerOf } from '../check/check.ts'
import {
  checkAppend,
  checkChange,
  checkCompaction,
  checkImport,
  checkList,
  checkPage,
  checkRange,
  whole,
} from '../check/check-request.ts'
import { checkRunChange, nextRunVersion, storedRun } from '../check/check-run-change.ts'
import { checkSearch } from '../check/check-search.ts'
import { sessionExists, sessionMissing } from '../check/store-errors.ts'
import type { FoundMessage } from '../contract/search.ts'
import type { SessionAdmin } from '../contract/session-admin.ts'
import type { SessionCompactions } from '../contract/session-compactions.ts'
import type { SessionRuns } from '../contract/session-runs.ts'
import type { SessionStore } from '../contract/session-store.ts'
import type { SessionTransfer } from '../contract/session-transfer.ts'
import { readSessionLines } from '../lines/read-session-lines.ts'
import { writeSessionLines } from '../lines/session-lines.ts'
import { messageFilter } from '../search/memory-filter.ts'
import {
  checkKeywordSearch,
  type KeywordSearchOptions,
  keywordSearch,
  type RankedSearchOptions,
  type Searchable,
} from './keyword-search.ts'
import { createOwners, idsAfter, type Owners } from './owners.ts'
import {
  addCompaction,
  appendTexts,
  copyOf,
  forkOf,
  importedRecord,
  infoOf,
  newRecord,
  partsOf,
  rankableMessage,
  type SessionRecord,
  storedMessages,
} from './session-record.ts'

/** Sessions in memory, with all capabilities that need no ranker. */
type MemorySessions = SessionStore &
  Required<Pick<SessionStore, 'compactions' | 'transfer' | 'admin'>> & { readonly runs: Required<SessionRuns> }

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
): MemorySessions & Required<Pick<SessionStore, 'search'>>
export function createSessionStore(options?: KeywordSearchOptions): MemorySessions
export function createSessionStore(options: KeywordSearchOptions = {}): MemorySessions {
  const { ranker } = checkKeywordSearch('createSessionStore', options)
  const records = createRecords()
  // Every method is async, so that errors become rejections, and awaits nothing but imported lines, so that each call
  // is atomic.
  return {
    spec: 1,
    append: async (scope, session, messages, options) => {
      const record = records.find(scope, session) ?? newRecord(session)
      const appended = appendTexts(record, messageTexts(messages), checkAppend(options, messages.length))
      if (appended.revision > 0) records.set(ownerOf(scope), session, record)
      return appended
    },
    info: async (scope, session) => {
      const record = records.find(scope, session)
      return record && infoOf(record)
    },
    page: async (scope, session, request) => {
      const record = records.find(scope, session) ?? newRecord(session)
      const { revision, messages } = record
      const limits = checkPage(request, messages.length)
      let start = limits.before
      let size = 0
      while (start > 0 && limits.before - start < limits.messages) {
        size += messages[start - 1]?.text.length ?? 0
        if (size > limits.size && start < limits.before) break
        start--
      }
      const read = storedMessages(record, start, limits.before)
      return { messages: read, start, revision, length: messages.length, notices: [] }
    },
    read: async (scope, session, start, end) => {
      const record = records.find(scope, session) ?? newRecord(session)
      const range = checkRange(start, end, record.messages.length)
      return storedMessages(record, range.start, range.end)
    },
    list: async (scope, request) => {
      const kept = records.of(ownerOf(scope))
      const { after, limit } = checkList(request)
      const ids = idsAfter(kept.keys(), after)
      const sessions = ids.slice(0, limit).map((id) => infoOf(kept.get(id) as SessionRecord))
      return { sessions, more: ids.length > sessions.length }
    },
    delete: async (scope, session) => records.delete(ownerOf(scope), checkId('session', session)),
    runs: runsOf(records),
    compactions: compactionsOf(records),
    transfer: transferOf(records),
    admin: adminOf(records),
    ...(ranker && { search: searchOf(records, ranker) }),
  }
}

/** The sessions of a store. */
interface Records extends Owners<SessionRecord> {
  /** @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
  find(scope: Scope, session: string): SessionRecord | undefined
  /** @throws LamellaError `SESSION_MISSING`, and the errors of `find` */
  mustFind(scope: Scope, session: string): SessionRecord
}

function createRecords(): Records {
  const owners = createOwners<SessionRecord>()
  const find = (scope: Scope, session: string): SessionRecord | undefined =>
    owners.of(ownerOf(scope)).get(checkId('session', session))
  const mustFind = (scope: Scope, session: string): SessionRecord => {
    const record = find(scope, session)
    if (!record) throw sessionMissing(session)
    return record
  }
  return { ...owners, find, mustFind }
}

function runsOf(records: Records): Required<SessionRuns> {
  // A session that was deleted and created again has another number.
  const numbers = new WeakMap<SessionRecord, number>()
  let last = 0
  return {
    read: async (scope, session) => {
      const run = records.find(scope, session)?.run
      return run && storedRun(run.texts, run.version)
    },
    write: async (scope, session, run, expectedVersion, options) => {
      const found = records.find(scope, session)
      const change = checkRunChange(run, expectedVersion, options)
      const version = nextRunVersion(session, change, found?.run?.version ?? 0)
      const record = found ?? { ...newRecord(session), revision: 1 }
      record.run = { texts: [...((change.adds && found?.run?.texts) || []), change.text], version }
      records.set(ownerOf(scope), session, record)
      return version
    },
    version: async (scope, session) => {
      const record = records.find(scope, session)
      if (record?.run === undefined) return undefined
      const number = numbers.get(record) ?? ++last
      numbers.set(record, number)
      return { version: record.run.version, series: String(number) }
    },
  }
}

function compactionsOf(records: Records): SessionCompactions {
  return {
    add: async (scope, session, compaction, options) => {
      const record = records.mustFind(scope, session)
      return addCompaction(record, checkCompaction(compaction, record.messages.length), checkChange(options))
    },
    list: async (scope, session) => (records.find(scope, session)?.compactions ?? []).map(copyOf),
  }
}

function transferOf(records: Records): SessionTransfer {
  return {
    fork: async (scope, session, into, at) => {
      const from = records.mustFind(scope, session)
      if (records.find(scope, into)) throw sessionExists(into)
      const { length } = from.messages
      const end = at === undefined ? length : whole('at', at, 0)
      if (end > length) throw invalid('at', `is ${end}, past the ${length} messages of the session`)
      const fork = forkOf(from, into, end)
      records.set(ownerOf(scope), into, fork)
      return infoOf(fork)
    },
    export: async function* (scope, session) {
      yield* writeSessionLines(partsOf(records.mustFind(scope, session)))
    },
    import: async (scope, lines, options) => {
      records.of(ownerOf(scope))
      const given = checkImport(options)
      const exported = await readSessionLines(lines)
      const id = given ?? exported.info.id
      // Checked after reading, since the session may have been created meanwhile.
      if (records.find(scope, id)) throw sessionExists(id)
      const record = importedRecord(id, exported)
      records.set(ownerOf(scope), id, record)
      return { ...infoOf(record), ...(exported.notices && { notices: exported.notices }) }
    },
  }
}

function adminOf(records: Records): SessionAdmin {
  return {
    erase: async (scope) => records.erase(ownerOf(scope)),
    verify: async (scope, session) => {
      records.find(scope, session)
      return []
    },
  }
}

function searchOf(records: Records, ranker: Ranker): Required<SessionStore>['search'] {
  return async (scope, request, session) => {
    const kept = records.of(ownerOf(scope))
    const checked = checkSearch(request, ['keyword'])
    const matches = messageFilter(request.filter)
    const one = session === undefined ? undefined : kept.get(checkId('session', session))
    const searched = session === undefined ? [...kept.values()] : one ? [one] : []
    const count = searched.reduce((sum, record) => sum + record.messages.length, 0)
    const messages = searched.flatMap((record) => searchables(record, matches))
    return keywordSearch(messages, count, checked, ranker.turns ?? ranker)
  }
}

function searchables(
  { id: session, messages }: SessionRecord,
  matches: (message: { readonly at?: string }) => boolean,
): readonly Searchable<FoundMessage>[] {
  return messages.flatMap((message, position): readonly Searchable<FoundMessage>[] => {
    const time = message.at === undefined ? {} : { at: message.at }
    if (!matches(time)) return []
    const item = (): FoundMessage => ({ session, position, message: JSON.parse(message.text) as Message, ...time })
    const rankable = (): Rankable => rankableMessage(session, position, message)
    return [{ date: message.at, rankable, item }]
  })
}
