import type { Notice } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import { checkId, messageTexts, type Owner, ownerOf } from '../check/check.ts'
import {
  type AppendChange,
  type Change,
  checkAppend,
  checkChange,
  checkCompaction,
  checkImport,
  checkList,
  checkPage,
  checkRange,
  type PageLimits,
  whole,
} from '../check/check-request.ts'
import { checkRunChange, type RunChange } from '../check/check-run-change.ts'
import { type CheckedSearch, checkSearch } from '../check/check-search.ts'
import type { FoundMessage, SearchResult } from '../contract/search.ts'
import type { Compaction } from '../contract/session-compactions.ts'
import type { RunVersion, SessionRuns, StoredRun } from '../contract/session-runs.ts'
import type { SessionStore } from '../contract/session-store.ts'
import type { Appended, SessionInfo, SessionList, SessionPage, StoredMessage } from '../contract/session-values.ts'
import { type ExportedSession, readSessionLines } from '../lines/read-session-lines.ts'
import { type Awaitable, type Checked, type ListPage, placeOf } from './values.ts'

/** The methods of `SessionStore`, called with valid values only. */
export interface RawSessions {
  /** @param texts The messages as JSON: a store keeps these texts, and parses them to return messages. */
  append(owner: Owner, session: string, texts: readonly string[], change: AppendChange): Awaitable<Appended>
  info(owner: Owner, session: string): Awaitable<SessionInfo | undefined>
  page(owner: Owner, session: string, limits: PageLimits): Awaitable<SessionPage>
  /** `start` is at most `end`; both can be past the end of the session. */
  read(owner: Owner, session: string, start: number, end: number): Awaitable<readonly StoredMessage[]>
  list(owner: Owner, page: ListPage): Awaitable<SessionList>
  delete(owner: Owner, session: string): Awaitable<boolean>
  readonly runs?: {
    read(owner: Owner, session: string): Awaitable<StoredRun | undefined>
    write(owner: Owner, session: string, change: RunChange): Awaitable<number>
    version?(owner: Owner, session: string): Awaitable<RunVersion | undefined>
  }
  readonly compactions?: {
    /** Check its end with `mustReach`. */
    add(owner: Owner, session: string, compaction: NewCompaction, change: Change): Awaitable<Compaction>
    list(owner: Owner, session: string): Awaitable<readonly Compaction[]>
  }
  readonly transfer?: {
    /** Check `at` with `mustReach`. */
    fork(owner: Owner, session: string, into: string, at: number | undefined): Awaitable<SessionInfo>
    /** Yields the lines that `writeSessionLines` makes. */
    export(owner: Owner, session: string): AsyncIterable<string>
    /** Creates the session with all of its lines, or nothing. */
    import(owner: Owner, session: string, exported: ExportedSession): Awaitable<SessionInfo>
  }
  readonly admin?: {
    erase(owner: Owner): Awaitable<number>
    verify(owner: Owner, session: string): Awaitable<readonly Notice[]>
  }
  /** Whether `search` compares vectors too. Default `false`: a request for it is refused. */
  readonly hasVectors?: boolean
  search?(owner: Owner, request: CheckedSearch, session?: string): Awaitable<SearchResult<FoundMessage>>
}

/**
 * Creates a session store that checks what it is given: every store refuses the same values with the same errors.
 *
 * @example
 * const sessions = checkedSessions({ append, info, page, read, list, delete: remove })
 */
export function checkedSessions<Raw extends RawSessions>(raw: Raw): Checked<SessionStore, Raw> {
  checkOptions('checkedSessions', { raw }, { raw: mustBeObject }, ['raw'])
  const { runs, compactions, transfer, admin } = raw
  const search = raw.search?.bind(raw)
  const store: SessionStore = {
    spec: 1,
    append: async (scope, session, messages, options) => {
      const place = placeOf(scope, 'session', session)
      const texts = messageTexts(messages)
      return raw.append(...place, texts, checkAppend(options, texts.length))
    },
    info: async (scope, session) => raw.info(...placeOf(scope, 'session', session)),
    page: async (scope, session, request) => raw.page(...placeOf(scope, 'session', session), checkPage(request)),
    read: async (scope, session, start, end) =>
      raw.read(...placeOf(scope, 'session', session), ...checkRange(start, end)),
    list: async (scope, request) => raw.list(ownerOf(scope), checkList(request)),
    delete: async (scope, session) => raw.delete(...placeOf(scope, 'session', session)),
    ...(runs && { runs: checkedRuns(runs) }),
    ...(compactions && {
      compactions: {
        add: async (scope, session, compaction, options) =>
          compactions.add(...placeOf(scope, 'session', session), checkCompaction(compaction), checkChange(options)),
        list: async (scope, session) => compactions.list(...placeOf(scope, 'session', session)),
      },
    }),
    ...(transfer && {
      transfer: {
        fork: async (scope, session, into, at) =>
          transfer.fork(
            ...placeOf(scope, 'session', session),
            checkId('into', into),
            at === undefined ? undefined : whole('at', at, 0),
          ),
        export: async function* (scope, session) {
          yield* transfer.export(...placeOf(scope, 'session', session))
        },
        import: async (scope, lines, options) => {
          const [owner, given] = [ownerOf(scope), checkImport(options)]
          const exported = await readSessionLines(lines)
          const { info, notices } = exported
          const imported = await transfer.import(owner, checkId('session', given ?? info.id), exported)
          return { ...imported, ...(notices && { notices }) }
        },
      },
    }),
    ...(admin && {
      admin: {
        erase: async (scope) => admin.erase(ownerOf(scope)),
        verify: async (scope, session) => admin.verify(...placeOf(scope, 'session', session)),
      },
    }),
    ...(search && {
      search: async (scope, request, session) => {
        const [owner, asked] = [ownerOf(scope), checkSearch(request, 'messages', raw.hasVectors)]
        return search(owner, asked, session === undefined ? undefined : checkId('session', session))
      },
    }),
  }
  return store as Checked<SessionStore, Raw>
}

function checkedRuns(runs: NonNullable<RawSessions['runs']>): SessionRuns {
  const version = runs.version?.bind(runs)
  return {
    read: async (scope, session) => runs.read(...placeOf(scope, 'session', session)),
    write: async (scope, session, run, expectedVersion, options) =>
      runs.write(...placeOf(scope, 'session', session), checkRunChange(run, expectedVersion, options)),
    ...(version && { version: async (scope, session) => version(...placeOf(scope, 'session', session)) }),
  }
}
