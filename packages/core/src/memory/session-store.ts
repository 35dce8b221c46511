import type { Message } from '../contract/message.ts'
import type { Rankable } from '../contract/ranker.ts'
import type { Scope } from '../contract/scope.ts'
import type { FoundMessage } from '../contract/search.ts'
import type { SessionStore } from '../contract/session-store.ts'
import { checkId, invalid, messageTexts } from '../store/check/check.ts'
import {
  checkAppend,
  checkChange,
  checkCompaction,
  checkImport,
  checkList,
  checkPage,
  checkRange,
  whole,
} from '../store/check/check-request.ts'
import { checkSearch } from '../store/check/check-search.ts'
import { sessionExists, sessionMissing } from '../store/check/store-errors.ts'
import { readSessionLines } from '../store/lines/read-session-lines.ts'
import { writeSessionLines } from '../store/lines/session-lines.ts'
import { messageFilter } from '../store/search/memory-filter.ts'
import { importedRecord, partsOf } from './exported-record.ts'
import {
  checkKeywordSearch,
  type KeywordSearchOptions,
  keywordSearch,
  type RankedSearchOptions,
  type Searchable,
} from './keyword-search.ts'
import { createOwners, idsBehind } from './owners.ts'
import {
  addCompaction,
  appendTexts,
  forkOf,
  infoOf,
  newRecord,
  rankableMessage,
  type SessionRecord,
  storedMessages,
} from './session-record.ts'

/**
 * Sessions that live as long as the program, with everything that a store can have but vectors and damage: for tests, for
 * programs that keep nothing, and as the plain model of what the durable stores do. Search takes a ranker, which is shown every
 * message; without one the store has no `search`.
 *
 * @throws LamellaError `OPTION_INVALID`; from `search` `RANKER_INVALID`, when a ranker does not give one score a message
 * @example
 * const sessions = createSessionStore()
 * await sessions.append({ tenant: 'acme', user: 'ada' }, 'telegram_4711', [{ role: 'user', content: 'Hello' }])
 */
export function createSessionStore(options: RankedSearchOptions): SessionStore & Required<Omit<SessionStore, 'verify'>>
export function createSessionStore(
  options?: KeywordSearchOptions,
): SessionStore & Required<Omit<SessionStore, 'verify' | 'search'>>
export function createSessionStore(
  options: KeywordSearchOptions = {},
): SessionStore & Required<Omit<SessionStore, 'verify' | 'search'>> {
  const { ranker } = checkKeywordSearch('createSessionStore', options)
  const owners = createOwners<SessionRecord>()
  const find = (scope: Scope, session: string): SessionRecord | undefined =>
    owners.of(scope).get(checkId('session', session))
  const mustFind = (scope: Scope, session: string): SessionRecord => {
    const record = find(scope, session)
    if (!record) throw sessionMissing(session)
    return record
  }

  // Every method is async, so that what is wrong is a rejection, and awaits nothing but lines that are given, so that each is
  // done at once.
  return {
    spec: 1,
    append: async (scope, session, messages, options) => {
      const record = find(scope, session) ?? newRecord(session)
      const appended = appendTexts(record, messageTexts(messages), checkAppend(options, messages.length))
      if (appended.revision > 0) owners.set(scope, session, record)
      return appended
    },
    info: async (scope, session) => {
      const record = find(scope, session)
      return record && infoOf(record)
    },
    page: async (scope, session, request) => {
      const record = find(scope, session) ?? newRecord(session)
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
      const record = find(scope, session) ?? newRecord(session)
      const range = checkRange(start, end, record.messages.length)
      return storedMessages(record, range.start, range.end)
    },
    list: async (scope, request) => {
      const kept = owners.of(scope)
      const { after, limit } = checkList(request)
      const ids = idsBehind(kept.keys(), after)
      const sessions = ids.slice(0, limit).map((id) => infoOf(kept.get(id) as SessionRecord))
      return { sessions, more: ids.length > sessions.length }
    },
    delete: async (scope, session) => owners.delete(scope, checkId('session', session)),
    fork: async (scope, session, into, at) => {
      const from = mustFind(scope, session)
      if (find(scope, into)) throw sessionExists(into)
      const { length } = from.messages
      const end = at === undefined ? length : whole('at', at, 0)
      if (end > length) throw invalid('at', `is ${end}, behind the ${length} messages of the session`)
      const fork = forkOf(from, into, end)
      owners.set(scope, into, fork)
      return infoOf(fork)
    },
    compact: async (scope, session, compaction, options) => {
      const record = mustFind(scope, session)
      return addCompaction(record, checkCompaction(compaction, record.messages.length), checkChange(options))
    },
    compactions: async (scope, session) => (find(scope, session)?.compactions ?? []).map((one) => ({ ...one })),
    ...(ranker && {
      search: async (scope, request, session) => {
        const kept = owners.of(scope)
        const checked = checkSearch(request, ['keyword'])
        const isMeant = messageFilter(request.filter)
        const one = session === undefined ? undefined : kept.get(checkId('session', session))
        const records = session === undefined ? [...kept.values()] : one ? [one] : []
        return keywordSearch(
          records.flatMap((record) => searchables(record, isMeant)),
          checked,
          ranker,
        )
      },
    }),
    export: async function* (scope, session) {
      yield* writeSessionLines(partsOf(mustFind(scope, session)))
    },
    import: async (scope, lines, options) => {
      owners.of(scope)
      const given = checkImport(options)
      const exported = await readSessionLines(lines)
      const id = given ?? exported.info.id
      // Looked at when all is read, since the session may have been made meanwhile.
      if (find(scope, id)) throw sessionExists(id)
      const record = importedRecord(id, exported)
      owners.set(scope, id, record)
      return infoOf(record)
    },
    erase: async (scope) => owners.erase(scope),
    close: async () => {},
  }
}

function searchables(
  record: SessionRecord,
  isMeant: (message: { readonly at?: string }) => boolean,
): readonly Searchable<FoundMessage>[] {
  return record.messages.flatMap((message, position): readonly Searchable<FoundMessage>[] => {
    const { text, at } = message
    const time = at === undefined ? {} : { at }
    if (!isMeant(time)) return []
    const item = (): FoundMessage => ({
      session: record.id,
      position,
      message: JSON.parse(text) as Message,
      ...time,
    })
    const rankable = (): Rankable => rankableMessage(record.id, position, message)
    return [{ date: at, rankable, item }]
  })
}
