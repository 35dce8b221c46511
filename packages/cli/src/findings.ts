import { isLamellaError, type Notice, type Scope } from '@lamella/core'
import { sessionMissing } from '@lamella/core/store'
import { allSessions } from './all-sessions.ts'
import type { OpenedStore, Sessions } from './open-store.ts'
import { counted } from './text/words.ts'

/** Something that is wrong in a store, and the session that it is about. */
export interface Finding {
  readonly session?: string
  readonly notice: Notice
}

/** The sessions that a command is about: the one that is named, or all of the scope. */
export async function* meantSessions(
  sessions: Sessions,
  scope: Scope,
  session: string | undefined,
): AsyncGenerator<string> {
  if (session === undefined) yield* allSessions(sessions, scope)
  else yield session
}

/**
 * What is wrong with one session.
 *
 * @throws LamellaError `SESSION_MISSING`
 */
export async function findingsOf(sessions: Sessions, scope: Scope, session: string): Promise<readonly Finding[]> {
  try {
    const notices = await sessions.verify(scope, session)
    if (notices.length === 0 && !(await sessions.info(scope, session))) throw sessionMissing(session)
    return notices.map((notice) => ({ session, notice }))
  } catch (error) {
    // One that cannot be read at all is found, too, and keeps nobody from looking at the next.
    if (!isLamellaError(error, 'SESSION_DAMAGED') && !isLamellaError(error, 'STORE_UNAVAILABLE')) throw error
    return [{ session, notice: { code: error.code, message: `${error.summary} ${error.fix}` } }]
  }
}

/** What was looked at, and what is wrong with it. */
export interface Looked {
  /** In words: `3 sessions`. */
  readonly at: string
  /** Sessions of the scope. */
  readonly sessions: number
  readonly found: readonly Finding[]
}

/**
 * Looks at one session or at all of a scope; where none is named, at the whole of a database, since its sessions share
 * what can be wrong with it.
 */
export async function lookAt(
  { sessions, check }: OpenedStore,
  scope: Scope,
  session: string | undefined,
): Promise<Looked> {
  const found: Finding[] = []
  const isWhole = check !== undefined && session === undefined
  let count = 0
  for await (const id of meantSessions(sessions, scope, session)) {
    if (!isWhole) found.push(...(await findingsOf(sessions, scope, id)))
    count++
  }
  if (isWhole) found.push(...(await check()).map(foundIn))
  return { at: isWhole ? 'The whole database' : counted(count, 'session'), sessions: count, found }
}

/** A notice of a whole database: the session is where it says that it comes from. */
export function foundIn(notice: Notice): Finding {
  return notice.from === undefined ? { notice } : { session: notice.from, notice }
}
