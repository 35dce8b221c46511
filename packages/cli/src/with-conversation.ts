import { isLamellaError, type LamellaError, type Scope, type Session } from '@lamella/core'
import { readSession } from '@lamella/provider-fs'
import { carryOver } from '@lamella/provider-fs/transcripts'
import { openSession, sessionMissing } from '@lamella/store'
import { mustBeMessages, unrecognized } from './must-be-messages.ts'
import { isStore, type Sessions, withStore } from './open-store.ts'
import { cliError } from './problem.ts'
import { describeScope } from './scope-options.ts'
import { readTranscript } from './transcripts/transcript-files.ts'

/** The location of a conversation. */
export interface ConversationOptions {
  /** A file of messages, an export, a session of another program, or a store. */
  readonly session?: string
  /** The session in a store. */
  readonly sessionId?: string
  /** The wire format of the request: a summary that only another provider can read is not shown. */
  readonly format: string
}

/**
 * Opens the conversation so far, from any kind of source, and closes it when the task is done. A compacted session
 * shows its summary instead of the messages it replaces.
 *
 * @throws LamellaError `SESSION_UNRECOGNIZED`, `SESSION_NOT_NAMED`, `SESSION_MISSING`, and anything that reading and
 * the task throw
 */
export async function withConversation<Result>(
  { session: path, sessionId, format }: ConversationOptions,
  scope: Scope,
  task: (session: Session) => Promise<Result>,
): Promise<Result> {
  if (path === undefined) {
    if (sessionId !== undefined) throw nothingToNameIn('No store is given with --session', sessionId)
    return task(empty)
  }
  if (await isStore(path)) {
    try {
      return await withStore(path, async ({ sessions }) => {
        const id = sessionId ?? (await onlySession(sessions, scope, path))
        return task(await openStored(sessions, scope, id, format))
      })
    } catch (error) {
      if (!isLamellaError(error, 'DATABASE_DAMAGED') && !isLamellaError(error, 'DATABASE_FOREIGN')) throw error
      throw unrecognized(path, `has no session that can be read: ${error.what}`, error, error.fix)
    }
  }
  const other = await transcriptSession(path, sessionId)
  if (other) return task(other)
  if (sessionId !== undefined) throw nothingToNameIn(`'${path}' is not a store but one session`, sessionId)
  const session = await readFile(path, format)
  mustBeMessages(path, session)
  return task(session)
}

/** Returns the conversation of a session file of another program; `undefined` for any other file. */
async function transcriptSession(path: string, id: string | undefined): Promise<Session | undefined> {
  const chosen = await readTranscript(path, id)
  if (!chosen) return undefined
  const { messages } = carryOver(chosen)
  return { length: messages.length, read: (start, end) => messages.slice(start, end) }
}

/** @throws LamellaError `SESSION_UNREADABLE`, `SESSION_TOO_LARGE`, `SESSION_UNRECOGNIZED` */
async function readFile(path: string, format: string): Promise<Session> {
  try {
    return await readSession(path, { format })
  } catch (error) {
    // A broken export is an invalid command line here, as every file that is not a session.
    if (isLamellaError(error, 'IMPORT_INVALID'))
      throw unrecognized(path, `is not a whole session: ${error.what}`, error)
    if (isLamellaError(error, 'SESSION_FORM_OTHER'))
      throw unrecognized(path, `is not a session: it is ${Object(error.details).form}`, error, error.fix)
    throw error
  }
}

const empty: Session = { length: 0, read: () => [] }

async function openStored(sessions: Sessions, scope: Scope, id: string, format: string): Promise<Session> {
  const session = await openSession(sessions, scope, id, { format })
  if (session.revision === 0) throw sessionMissing(id)
  return session
}

function nothingToNameIn(what: string, id: string): LamellaError {
  return cliError('SESSION_NOT_NAMED', `${what}, so --session-id has no meaning.`, 'Omit it, or pass a store.', {
    store: '',
    sessions: [id],
  })
}

/** The maximum number of sessions that an error names. */
const maxNamed = 10

/** Returns the only session of the scope. If there is none, or more than one, the user must select it. */
async function onlySession(sessions: Sessions, scope: Scope, store: string): Promise<string> {
  const list = await sessions.list(scope, { limit: maxNamed })
  const ids = list.sessions.map(({ id }) => id)
  const [only] = ids
  if (only !== undefined && ids.length === 1) return only
  const whose = `of ${describeScope(scope)}`
  const problem = only === undefined ? `no session ${whose}` : `more than one session ${whose}: ${ids.join(', ')}`
  const fix =
    only === undefined
      ? 'Select the owner with --tenant, --user and --agent; `lamella sessions list` lists existing sessions.'
      : 'Select one with --session-id <id>.'
  const message = `'${store}' has ${problem}${list.more ? ', …' : '.'}`
  throw cliError('SESSION_NOT_NAMED', message, fix, { store, sessions: ids })
}
