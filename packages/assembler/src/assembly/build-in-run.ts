import type { Scope, UserMessage } from '@lamella/core'
import { nextOfRun, type RunContext, type RunInput } from '@lamella/runs'
import { type SessionStore, sessionConflict } from '@lamella/store'
import type { Conversation } from './conversation.ts'
import type { AssemblyInputs } from './inputs.ts'

/** How a request is built in a run. */
export interface InRun {
  readonly sessions: SessionStore
  /** Whether it is only looked at: then nothing is stored. */
  readonly peek: boolean
  /** Whether an epoch goes on without the summaries that are new since it began, until it has to be cut anyway. */
  readonly holds: boolean
}

/**
 * Returns the version of what a store has of a session's runs. With another one, another request may be the last that was asked for,
 * and an equal one has to be asked for again.
 */
export async function runVersion({ runs }: SessionStore, scope: Scope, id: string): Promise<number> {
  const stored = runs?.version ? await runs.version(scope, id) : await runs?.read(scope, id)
  return stored?.version ?? 0
}

/**
 * Builds the next request of a session's run, and returns it with the version of the stored run. The same state of the session and
 * message give the same bytes.
 *
 * @throws LamellaError `SESSION_CONFLICT` if messages were appended since the conversation was read
 */
export async function buildInRun<Built extends RunContext>(
  { sessions, peek }: InRun,
  { sessionId: id, scope, agentId: agent, message: given, asked: key, counting }: AssemblyInputs,
  { storedLength: length = 0, revision = 0, message: newest }: Conversation,
  build: (input: RunInput) => Promise<Built>,
): Promise<{ readonly built: Built; readonly version: number }> {
  const isStored = given === undefined && newest !== undefined
  const message = given === undefined ? newest : fullMessage(given)
  const { refused } = counting
  const base = isStored ? length - 1 : length
  const request = { length, base, ...(message && { message }), key, peek, ...(refused && { refused }) }
  const read = async (): Promise<typeof request> => {
    const now = await sessions.info(scope, id)
    if ((now?.length ?? 0) !== length) throw sessionConflict(id, revision, now?.revision ?? 0)
    return request
  }
  const place = { sessions, scope, id, ...(agent !== undefined && { agent }) }
  const { context, version } = await nextOfRun(place, read, build)
  return { built: context, version }
}

function fullMessage(message: AssemblyInputs['message'] & {}): UserMessage {
  return typeof message === 'string' || Array.isArray(message) ? { role: 'user', content: message } : message
}
