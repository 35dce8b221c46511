import { isLamellaError, type Notice, type Scope } from '@lamella/core'
import { noticeText } from '@lamella/core/plugin'
import { sessionMissing } from '@lamella/store'
import type { OpenedStore, Sessions } from './open-store.ts'
import type { Palette } from './palette.ts'
import { plain } from './plain.ts'
import { counted } from './text/words.ts'

/** Yields the ids of all sessions of a scope, in order, and reports what cannot even be listed, each once. */
async function* allSessions(
  sessions: Pick<Sessions, 'list'>,
  scope: Scope,
  found: (finding: Finding) => void,
): AsyncGenerator<string> {
  const told = new Set<string>()
  for (let after: string | undefined; ; ) {
    const list = await sessions.list(scope, after === undefined ? {} : { after })
    for (const notice of list.unreadable ?? []) {
      if (!told.has(notice.what)) found({ notice })
      told.add(notice.what)
    }
    for (const { id } of list.sessions) yield id
    after = list.sessions.at(-1)?.id
    if (!list.more || after === undefined) return
  }
}

/** A problem in a store, and the affected session. */
export interface Finding {
  readonly session?: string
  readonly notice: Notice
}

/** Yields the sessions to process: the named one, or all in the scope that can be listed; the others are findings. */
export async function* selectedSessions(
  sessions: Sessions,
  scope: Scope,
  session: string | undefined,
  found: (finding: Finding) => void,
): AsyncGenerator<string> {
  if (session === undefined) yield* allSessions(sessions, scope, found)
  else yield session
}

/** Errors about one session, which say nothing about the others. */
const aboutOneSession: ReadonlySet<string> = new Set(['FORMAT_NEWER', 'SESSION_DAMAGED', 'STORE_UNAVAILABLE'])

/**
 * Returns the problems of one session.
 *
 * @throws LamellaError `SESSION_MISSING`
 */
export async function findingsOf(sessions: Sessions, scope: Scope, session: string): Promise<readonly Finding[]> {
  try {
    const notices = await sessions.admin.verify(scope, session)
    if (notices.length === 0 && !(await sessions.info(scope, session))) throw sessionMissing(session)
    return notices.map((notice) => ({ session, notice }))
  } catch (error) {
    // An unreadable session is also a finding, and does not stop the check of the others.
    if (!isLamellaError(error) || !aboutOneSession.has(error.code)) throw error
    return [{ session, notice: { code: error.code, what: error.what, fix: error.fix } }]
  }
}

/** The checked sessions, and their problems. */
export interface StoreCheck {
  /** The checked sessions, in words: `3 sessions`. */
  readonly at: string
  /** The number of sessions in the scope. */
  readonly sessions: number
  /** Whether the sessions of all owners were checked. */
  readonly isWhole: boolean
  readonly found: readonly Finding[]
}

/**
 * Checks one session or all in a scope; for a database without a named session, the whole database, since its sessions
 * share some problems.
 */
export async function verifyStore(
  { sessions, check }: OpenedStore,
  scope: Scope,
  session: string | undefined,
): Promise<StoreCheck> {
  const found: Finding[] = []
  const isWhole = check !== undefined && session === undefined
  let count = 0
  for await (const id of selectedSessions(sessions, scope, session, (one) => void found.push(one))) {
    if (!isWhole) found.push(...(await findingsOf(sessions, scope, id)))
    count++
  }
  if (isWhole) found.push(...(await check()).map(foundIn))
  return { at: isWhole ? 'The whole database' : counted(count, 'session'), sessions: count, isWhole, found }
}

/** Converts a notice about a whole database: its `from` names the session. */
export function foundIn(notice: Notice): Finding {
  return notice.from === undefined ? { notice } : { session: notice.from, notice }
}

/** Formats a finding on one line: its code, the session, what happened. */
export function findingLine({ session, notice }: Finding, paint: Palette['red']): string {
  const where = session === undefined ? '' : ` ${plain(session)}`
  return `${paint(notice.code)}${where}: ${plain(noticeText(notice))}`
}
