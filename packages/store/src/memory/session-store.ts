import type { Message, Ranker } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import type { Owner } from '../check/check.ts'
import { mustReach } from '../check/check-request.ts'
import { nextRunVersion, storedRun } from '../check/check-run-change.ts'
import { sessionExists, sessionMissing } from '../check/store-errors.ts'
import { checkedSessions, type RawSessions } from '../checked/checked-sessions.ts'
import type { FoundMessage } from '../contract/search.ts'
import type { SessionRuns } from '../contract/session-runs.ts'
import type { SessionStore } from '../contract/session-store.ts'
import { writeSessionLines } from '../lines/session-lines.ts'
import type { SearchFilter } from '../search/search-filter.ts'
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
  const records = createOwners<SessionRecord>()
  const find = (owner: Owner, session: string): SessionRecord | undefined => records.of(owner).get(session)
  const mustFind = (owner: Owner, session: string): SessionRecord => {
    const record = find(owner, session)
    if (!record) throw sessionMissing(session)
    return record
  }
  // A session that was deleted and created again has another number.
  const numbers = new WeakMap<SessionRecord, number>()
  let last = 0
  // Nothing awaits, so that each call is atomic.
  return checkedSessions({
    append(owner, session, texts, change) {
      const record = find(owner, session) ?? newRecord(session)
      const appended = appendTexts(record, texts, change)
      if (appended.revision > 0) records.set(owner, session, record)
      return appended
    },
    info(owner, session) {
      const record = find(owner, session)
      return record && infoOf(record)
    },
    page(owner, session, limits) {
      const record = find(owner, session) ?? newRecord(session)
      const { revision, messages } = record
      const before = Math.min(limits.before, messages.length)
      let start = before
      let size = 0
      while (start > 0 && before - start < limits.messages) {
        size += messages[start - 1]?.text.length ?? 0
        if (size > limits.size && start < before) break
        start--
      }
      const read = storedMessages(record, start, before)
      return { messages: read, start, revision, length: messages.length, notices: [] }
    },
    read(owner, session, start, end) {
      const record = find(owner, session)
      return record ? storedMessages(record, start, end) : []
    },
    list(owner, { after, limit }) {
      const kept = records.of(owner)
      const ids = idsAfter(kept.keys(), after)
      const sessions = ids.slice(0, limit).map((id) => infoOf(kept.get(id) as SessionRecord))
      return { sessions, more: ids.length > sessions.length }
    },
    delete: records.delete,
    runs: {
      read(owner, session) {
        const run = find(owner, session)?.run
        return run && storedRun(run.texts, run.version)
      },
      write(owner, session, change) {
        const found = find(owner, session)
        const version = nextRunVersion(session, change, found?.run?.version ?? 0)
        const record = found ?? { ...newRecord(session), revision: 1 }
        record.run = { texts: [...((change.adds && found?.run?.texts) || []), change.text], version }
        records.set(owner, session, record)
        return version
      },
      version(owner, session) {
        const record = find(owner, session)
        if (record?.run === undefined) return undefined
        const number = numbers.get(record) ?? ++last
        numbers.set(record, number)
        return { version: record.run.version, series: String(number) }
      },
    },
    compactions: {
      add(owner, session, compaction, change) {
        const record = mustFind(owner, session)
        mustReach('compaction.end', compaction.end, record.messages.length)
        return addCompaction(record, compaction, change)
      },
      list: (owner, session) => (find(owner, session)?.compactions ?? []).map(copyOf),
    },
    transfer: {
      fork(owner, session, into, at) {
        const from = mustFind(owner, session)
        if (find(owner, into)) throw sessionExists(into)
        const end = at ?? from.messages.length
        mustReach('at', end, from.messages.length)
        const fork = forkOf(from, into, end)
        records.set(owner, into, fork)
        return infoOf(fork)
      },
      export: (owner, session) => writeSessionLines(partsOf(mustFind(owner, session))),
      import(owner, session, exported) {
        if (find(owner, session)) throw sessionExists(session)
        const record = importedRecord(session, exported)
        records.set(owner, session, record)
        return infoOf(record)
      },
    },
    admin: { erase: records.erase, verify: () => [] },
    ...(ranker && { search: searchOf(records, ranker) }),
  })
}

function searchOf(records: Owners<SessionRecord>, ranker: Ranker): Required<RawSessions>['search'] {
  return (owner, request, session) => {
    const kept = records.of(owner)
    const one = session === undefined ? undefined : kept.get(session)
    const searched = session === undefined ? [...kept.values()] : one ? [one] : []
    const count = searched.reduce((sum, record) => sum + record.messages.length, 0)
    const messages = searched.flatMap((record) => searchables(record, request.accepts))
    return keywordSearch(messages, count, request, ranker.turns ?? ranker)
  }
}

function searchables(
  { id: session, messages }: SessionRecord,
  accepts: SearchFilter,
): readonly Searchable<FoundMessage>[] {
  return messages.flatMap((message, position): readonly Searchable<FoundMessage>[] => {
    if (!accepts(message.at)) return []
    const time = message.at === undefined ? {} : { at: message.at }
    const item = (): FoundMessage => ({ session, position, message: JSON.parse(message.text) as Message, ...time })
    const rankable = (): Rankable => rankableMessage(session, position, message)
    return [{ date: message.at, rankable, item }]
  })
}
