import type { Message } from '@lamella/core'
import type { SessionMessage } from '@lamella/wire/messages'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Conversation, conversationOfMessages, isSessionStore, openConversation } from './conversation.ts'
import { metadataOf } from './gather.ts'
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
 */
export async function findSession(
  dependencies: AssemblerDependencies,
  { sessionId, scope }: AssemblyInputs,
): Promise<FoundSession> {
  const { sessionStore } = dependencies
  if (isSessionStore(sessionStore)) {
    const info = await sessionStore.info(scope, sessionId)
    const { revision = 0, length = 0, size = 0, createdAt, updatedAt } = info ?? {}
    return {
      key: { revision, length, size, createdAt, updatedAt },
      revision,
      open: (signal) => openConversation(sessionStore, scope, sessionId, signal),
    }
  }
  const read = async (): Promise<readonly (Message | SessionMessage)[]> => sessionStore.getMessages(sessionId)
  const revision = (await metadataOf(dependencies, sessionId))?.revision
  if (revision !== undefined) {
    return { key: { revision }, revision: undefined, open: async () => conversationOfMessages(await read()) }
  }
  const messages = await read()
  return { key: { messages }, revision: undefined, open: () => conversationOfMessages(messages) }
}
