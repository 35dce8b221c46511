import type { UserMessage } from '@lamella/core'
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
 * Builds the next request of a session's run. The same state of the session and message give the same bytes.
 *
 * @throws LamellaError `SESSION_CONFLICT` if messages were appended since the conversation was read
 */
export async function buildInRun<Built extends RunContext>(
  { sessions, peek }: InRun,
  { sessionId: id, scope, agentId: agent, message: given, asked: key, counting }: AssemblyInputs,
  { storedLength: length = 0, revision = 0, message: newest }: Conversation,
  build: (input: RunInput) => Promise<Built>,
): Promise<Built> {
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
  const { context } = await nextOfRun({ sessions, scope, id, ...(agent !== undefined && { agent }) }, read, build)
  return context
}

function fullMessage(message: AssemblyInputs['message'] & {}): UserMessage {
  return typeof message === 'string' || Array.isArray(message) ? { role: 'user', content: message } : message
}
