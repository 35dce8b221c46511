import {
  createSession,
  isObject,
  type Message,
  openSession,
  type Scope,
  type Session,
  type SessionStore,
  summaryRange,
  type UserMessage,
} from '@lamella/core'
import { fromSessionMessages, type SessionMessage } from '@lamella/wire/messages'
import { countToolCalls } from '../compaction/count-tool-calls.ts'
import type { SessionReader } from '../contract/session-reader.ts'
import { toMessage } from '../messages/to-message.ts'

/** A session as a build takes it: what was said, and the newest message of the user where nobody has answered it yet. */
export interface Conversation {
  readonly session: Session
  /** The same with that message in it. */
  readonly whole: Session
  readonly message: UserMessage | undefined
  /** In messages, as shown, the newest one included. */
  readonly length: number
  /** Of the store, where it has one. */
  readonly revision: number | undefined
  /** Calls of tools in what was read so far. */
  toolCalls(): number
}

/** Whether this is a store of Lamella. */
export function isSessionStore(store: SessionStore | SessionReader): store is SessionStore {
  return 'append' in store && 'page' in store
}

/** Opens a session of a store. Nothing but its last message is read before a build asks for more. */
export async function openConversation(
  store: SessionStore,
  scope: Scope,
  sessionId: string,
  signal: AbortSignal | undefined,
): Promise<Conversation> {
  const session = await openSession(store, scope, sessionId)
  return { ...(await conversationOf(session, signal)), revision: session.revision }
}

/** A conversation of messages or records that were read already. */
export async function conversationOfMessages(messages: readonly (Message | SessionMessage)[]): Promise<Conversation> {
  return { ...(await conversationOf(createSession(asMessages(messages)), undefined)), revision: undefined }
}

/** Records of events become messages, joined where they are parts of one; canonical messages stay as they are. */
function asMessages(given: readonly (Message | SessionMessage)[]): readonly Message[] {
  const messages: Message[] = []
  let records: SessionMessage[] = []
  const flush = (): void => {
    for (const message of fromSessionMessages(records)) messages.push(message)
    records = []
  }
  for (const one of given) {
    if (isRecord(one)) records.push(one)
    else {
      flush()
      messages.push(toMessage(one))
    }
  }
  flush()
  return messages
}

function isRecord(one: Message | SessionMessage): one is SessionMessage {
  return isObject(one) && one['type'] !== undefined
}

async function conversationOf(session: Session, signal?: AbortSignal): Promise<Omit<Conversation, 'revision'>> {
  const { length } = session
  const read = new Map<number, Message>()
  const [last] =
    length === 0 ? [] : await session.read(length - 1, length, { signal: signal ?? new AbortController().signal })
  if (last) read.set(length - 1, last)
  const isNew = last?.role === 'user' && summaryRange(last) === undefined
  const upTo = (most: number): Session => ({
    length: most,
    read: async (start, end, request) => {
      const messages = await session.read(start, Math.min(end, most), request)
      for (const [index, message] of messages.entries()) read.set(start + index, message)
      return messages
    },
    ...(session.sizeBefore && { sizeBefore: session.sizeBefore.bind(session) }),
    get notices() {
      return session.notices ?? []
    },
  })
  return {
    session: upTo(isNew ? length - 1 : length),
    whole: upTo(length),
    message: isNew ? last : undefined,
    length,
    toolCalls: () => countToolCalls([...read.values()]),
  }
}
