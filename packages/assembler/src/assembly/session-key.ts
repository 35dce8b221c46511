import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, ask } from '../dependency-errors.ts'
import { type Conversation, conversationOfMessages, isSessionStore, openConversation } from './conversation.ts'
import type { AssemblyInputs } from './inputs.ts'

/** A session before it is read: a key for its current state, and how to open it. */
export interface FoundSession {
  readonly key: {
    readonly revision?: number | string
    /** All messages of a store that names no revision. */
    readonly messages?: unknown
    /** What else a store says of a session without reading it. */
    readonly [detail: string]: unknown
  }
  /** The revision from the store, if it has one. */
  readonly revision: number | undefined
  open(signal: AbortSignal | undefined): Promise<Conversation>
}

/**
 * Looks up a session. In a Lamella store it uses only data available without reading: revision, length, size and times.
 * In a custom store the key is its revision, or else all its messages.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, and errors of a store of Lamella
 */
export async function findSession(
  { sessionStore }: AssemblerDependencies,
  { sessionId, scope, revision, model }: AssemblyInputs,
): Promise<FoundSession> {
  if (isSessionStore(sessionStore)) {
    const info = await sessionStore.info(scope, sessionId)
    const { revision: stored = 0, length = 0, size = 0, createdAt, updatedAt } = info ?? {}
    return {
      key: { revision: stored, length, size, createdAt, updatedAt },
      revision: stored,
      open: (signal) =>
        openConversation(sessionStore, scope, { sessionId, stored: length, formats: model?.formats }, signal),
    }
  }
  const asked: Asked = { dependency: 'sessionStore', method: 'getMessages' }
  const read = (): Promise<unknown> => ask(asked, () => sessionStore.getMessages(sessionId))
  // Read before the messages, so a result cached under it is never older than it.
  if (revision !== undefined) {
    return { key: { revision }, revision: undefined, open: async () => conversationOfMessages(await read()) }
  }
  const messages = await read()
  return { key: { messages }, revision: undefined, open: () => conversationOfMessages(messages) }
}
