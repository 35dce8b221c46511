import type { Message, Scope, Session, UserMessage } from '@lamella/core'
import { summaryRange, throwIfAborted } from '@lamella/core/plugin'
import { type OpenedSession, openSession, type SessionStore } from '@lamella/store'
import { createSession } from '@lamella/store/memory'
import { countToolCalls } from '../compaction/count-tool-calls.ts'
import { asMessages, type ReadMessages } from './as-messages.ts'
import { sessionTokens } from './session-tokens.ts'

/** A session as a build uses it: the conversation, and the newest user message if it has not been answered yet. */
export interface Conversation {
  readonly session: Session
  /** The session including that message. */
  readonly whole: Session
  readonly message: UserMessage | undefined
  /** Number of messages, as shown, including the newest one. */
  readonly length: number
  /** The revision from the store, if it has one. */
  readonly revision: number | undefined
  /** The number of messages in its store, if it is a store of Lamella. */
  readonly storedLength: number | undefined
  /**
   * The conversation as it was shown when an epoch began, with the summaries of then. `undefined` if no summary is new
   * since, or if it was never shown like that.
   */
  asOf(summaries: string): Promise<Conversation | undefined>
  /** The number of tool calls in what was read so far. */
  toolCalls(): number
  /** Tokens of `session`, or of `whole`, however much of it was read. See `sessionTokens`. */
  tokens(of: 'session' | 'whole', count: (messages: readonly Message[]) => number): Promise<number>
}

/** Returns whether this is a store of Lamella. */
export function isSessionStore(store: object): store is SessionStore {
  return 'append' in store && 'page' in store
}

/** The number of messages that a history reads at a time, plus the newest message: most sessions take one read. */
const readAhead = 65

/** A session in a store. */
interface StoredPlace {
  readonly sessionId: string
  readonly stored: number
  /** The formats that the request may have; `undefined` if they are unknown. */
  readonly formats: readonly string[] | undefined
}

/**
 * Opens a session of a store. Reads its end at once, with the message before it, which core uses to find where the page
 * begins.
 */
export async function openConversation(
  store: SessionStore,
  scope: Scope,
  { sessionId, stored, formats }: StoredPlace,
  signal: AbortSignal | undefined,
): Promise<Conversation> {
  const options = { ahead: readAhead + 1, ...(formats && { format: formats }) }
  return opened(await openSession(store, scope, sessionId, options), stored, signal)
}

async function opened(session: OpenedSession, stored: number, signal: AbortSignal | undefined): Promise<Conversation> {
  return {
    ...(await conversationOf(session, stored, signal)),
    revision: session.revision,
    storedLength: session.storedLength,
    asOf: async (summaries) => {
      const then = session.asOf(summaries)
      return then && then !== session ? opened(then, stored, signal) : undefined
    },
  }
}

/** Makes a conversation of messages or records that are already loaded. @throws LamellaError `DEPENDENCY_INVALID` */
export async function conversationOfMessages(messages: unknown): Promise<Conversation> {
  const session = sessionOf(asMessages(messages))
  return {
    ...(await conversationOf(session, session.length, undefined)),
    revision: undefined,
    storedLength: undefined,
    asOf: async () => undefined,
  }
}

async function conversationOf(
  session: Session,
  stored: number,
  given: AbortSignal | undefined,
): Promise<Omit<Conversation, 'revision' | 'storedLength' | 'asOf'>> {
  const { length } = session
  const signal = given ?? new AbortController().signal
  const from = Math.max(0, length - readAhead)
  const end = length === 0 ? [] : await session.read(from, length, { signal })
  const last = end.at(-1)
  const read = new Map<number, Message>()
  if (last) read.set(length - 1, last)
  // An empty message asks nothing: it stays in the history, and the session remains usable.
  const isNew = last?.role === 'user' && last.content.length > 0 && summaryRange(last) === undefined
  const upTo = (most: number): Session => ({
    ...(session.id !== undefined && { id: session.id }),
    length: most,
    read: async (start, stop, request) => {
      throwIfAborted(request.signal, 'Reading the session')
      const first = Math.max(0, start)
      const stopAt = Math.min(stop, most)
      const known = end.slice(Math.max(0, first - from), Math.max(0, stopAt - from))
      const older = first < from ? await session.read(first, Math.min(stopAt, from), request) : []
      const messages = older.length === 0 ? known : [...older, ...known]
      for (let index = 0; index < messages.length; index++) read.set(first + index, messages[index] as Message)
      return messages
    },
    ...(session.sizeBefore && { sizeBefore: session.sizeBefore.bind(session) }),
    ...(session.original && { original: session.original.bind(session) }),
    get appendOnly() {
      return session.appendOnly === true
    },
    get summaries() {
      return (session.summaries ?? []).filter(({ position }) => position < most)
    },
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
    tokens: (of, count) =>
      sessionTokens({ session, end, stored }, of === 'session' && isNew ? length - 1 : length, count, signal),
  }
}

/**
 * Makes a session of messages that were read elsewhere. It declares the summary among them, so that the history keeps it:
 * a message of an assistant, as records have it, cannot be marked as one.
 */
function sessionOf({ messages, summaryAt }: ReadMessages): Session {
  const session = createSession(messages)
  const message = summaryAt === undefined ? undefined : messages[summaryAt]
  if (summaryAt === undefined || message === undefined) return session
  const { summaries = [] } = session
  return { ...session, summaries: [...summaries, { position: summaryAt, message }] }
}
