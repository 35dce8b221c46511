import type { Session } from '@lamella/core'
import { createSession } from '@lamella/store/memory'
import type { ReadMessages } from './as-messages.ts'

/**
 * Makes a session of messages that were read elsewhere. It declares the summary among them, so that the history keeps it:
 * a message of an assistant, as records have it, cannot be marked as one.
 */
export function sessionOf({ messages, summaryAt }: ReadMessages): Session {
  const session = createSession(messages)
  const message = summaryAt === undefined ? undefined : messages[summaryAt]
  if (summaryAt === undefined || message === undefined) return session
  const { summaries = [] } = session
  return { ...session, summaries: [...summaries, { position: summaryAt, message }] }
}
