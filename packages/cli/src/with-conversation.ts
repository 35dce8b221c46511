import type { Scope, Session } from '@lamella/core'
import { openSession, sessionMissing } from '@lamella/core/store'
import { readSession } from '@lamella/provider-fs'
import { isStore, type Sessions, withStore } from './open-store.ts'
import { cliError } from './problem.ts'
import { describeScope } from './scope-options.ts'

/** Where a conversation is. */
export interface ConversationOptions {
  /** A file of messages, an export, or a store. */
  readonly session?: string
  /** Which one, of a store. */
  readonly sessionId?: string
}

/**
 * Opens the conversation so far, whatever it is kept in, and closes it when the task is done. Of a compacted session the
 * summary stands in place of the messages that it stands for.
 *
 * @throws LamellaError `SESSION_UNRECOGNIZED`, `SESSION_NOT_NAMED`, `SESSION_MISSING`, and what reading and the task throw
 */
export async function withConversation<Result>(
  { session: path, sessionId }: ConversationOptions,
  scope: Scope,
  task: (session: Session) => Promise<Result>,
): Promise<Result> {
  if (path === undefined) return task(empty)
  if (await isStore(path)) {
    return withStore(path, async ({ sessions }) => {
      const id = sessionId ?? (await onlySession(sessions, scope, path))
      return task(await openKept(sessions, scope, id))
    })
  }
  const session = await readSession(path)
  const { length, notices = [] } = session
  if (length === 0 && notices.some(({ code }) => code === 'SESSION_LINE_BROKEN')) throw unrecognized(path)
  return task(session)
}

const empty: Session = { length: 0, read: () => [] }

async function openKept(sessions: Sessions, scope: Scope, id: string): Promise<Session> {
  const session = await openSession(sessions, scope, id)
  if (session.revision === 0) throw sessionMissing(id)
  return session
}

/** How many sessions an error names. */
const mostNamed = 10

/** The one session of the scope. Where there is none, or more than one, somebody has to say which. */
async function onlySession(sessions: Sessions, scope: Scope, store: string): Promise<string> {
  const list = await sessions.list(scope, { limit: mostNamed })
  const ids = list.sessions.map(({ id }) => id)
  const [only] = ids
  if (only !== undefined && ids.length === 1) return only
  const whose = `of ${describeScope(scope)}`
  const problem = only === undefined ? `no session ${whose}` : `more than one session ${whose}: ${ids.join(', ')}`
  const fix =
    only === undefined
      ? 'Say whose it is with --tenant, --user and --agent; `lamella sessions list` lists what is there.'
      : 'Say which one: --session-id <id>.'
  const message = `'${store}' has ${problem}${list.more ? ', …' : '.'}`
  throw cliError('SESSION_NOT_NAMED', message, fix, { store, sessions: ids })
}

function unrecognized(file: string): Error {
  const message = `'${file}' is not a session: it has no line that is a message.`
  const fix =
    'Give JSONL with one message a line, an export of `lamella sessions export`, or a store with --session-id. ' +
    "A JSON list becomes JSONL with: jq -c '.[]' list.json > chat.jsonl"
  return cliError('SESSION_UNRECOGNIZED', message, fix, { file })
}
