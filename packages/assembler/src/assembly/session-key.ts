import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, ask } from '../dependency-errors.ts'
import { type Conversation, conversationOfMessages, isSessionStore, openConversation } from './conversation.ts'
import type { AssemblyInputs } from './inputs.ts'

/** A session that is known but not read: what tells it from any other state of itself, and how it is opened. */
export interface FoundSession {
  readonly key: unknown
  /** Of the store, where it has one. */
  readonly revision: number | undefined
  open(signal: AbortSignal | undefined): Promise<Conversation>
}

/**
 * Looks a session up. Of a store of Lamella only what it tells without reading: revision, length, size and times. A store of
 * your own tells a revision, or else all its messages are the key.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, and what a store of Lamella throws
 */
export async function findSession(
  { sessionStore }: AssemblerDependencies,
  { sessionId, scope, revision }: AssemblyInputs,
): Promise<FoundSession> {
  if (isSessionStore(sessionStore)) {
    const info = await sessionStore.info(scope, sessionId)
    const { revision: stored = 0, length = 0, size = 0, createdAt, updatedAt } = info ?? {}
    return {
      key: { revision: stored, length, size, createdAt, updatedAt },
      revision: stored,
      open: (signal) => openConversation(sessionStore, scope, { sessionId, stored: length }, signal),
    }
  }
  const asked: Asked = { dependency: 'sessionStore', method: 'getMessages' }
  const read = (): Promise<unknown> => ask(asked, () => sessionStore.getMessages(sessionId))
  // Told before the messages are read, so what is kept under it is never older than it.
  if (revision !== undefined) {
    return { key: { revision }, revision: undefined, open: async () => conversationOfMessages(await read()) }
  }
  const messages = await read()
  return { key: { messages }, revision: undefined, open: () => conversationOfMessages(messages) }
}
