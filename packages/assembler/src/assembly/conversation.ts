import type { Message, Scope, Session, UserMessage } from '@lamella/core'
import { createSession } from '@lamella/core/memory'
import { throwIfAborted } from '@lamella/core/plugin'
import { openSession, type SessionStore, summaryRange } from '@lamella/core/store'
import { countToolCalls } from '../compaction/count-tool-calls.ts'
import { asMessages } from './as-messages.ts'
import { sessionTokens } from './session-tokens.ts'

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
  /** Tokens of `session`, or of `whole`, however much of it was read. See `sessionTokens`. */
  tokens(of: 'session' | 'whole', count: (messages: readonly Message[]) => number): Promise<number>
}

/** Whether this is a store of Lamella. */
export function isSessionStore(store: object): store is SessionStore {
  return 'append' in store && 'page' in store
}

/** What a history reads at a time, and the newest message: most sessions are read in one go. */
const ahead = 65

/** Opens a session of a store. Its end is read at once, with the one before that, by which core finds the page where it begins. */
export async function openConversation(
  store: SessionStore,
  scope: Scope,
  { sessionId, stored }: { readonly sessionId: string; readonly stored: number },
  signal: AbortSignal | undefined,
): Promise<Conversation> {
  const session = await openSession(store, scope, sessionId, { ahead: ahead + 1 })
  return { ...(await conversationOf(session, stored, signal)), revision: session.revision }
}

/** A conversation of messages or records that were read already. @throws LamellaError `DEPENDENCY_INVALID` */
export async function conversationOfMessages(messages: unknown): Promise<Conversation> {
  const session = createSession(asMessages(messages))
  return { ...(await conversationOf(session, session.length, undefined)), revision: undefined }
}

async function conversationOf(
  session: Session,
  stored: number,
  given: AbortSignal | undefined,
): Promise<Omit<Conversation, 'revision'>> {
  const { length } = session
  const signal = given ?? new AbortController().signal
  const from = Math.max(0, length - ahead)
  const end = length === 0 ? [] : await session.read(from, length, { signal })
  const last = end.at(-1)
  const read = new Map<number, Message>()
  if (last) read.set(length - 1, last)
  // An empty one asks nothing: it stays in the history, and the session can be used.
  const isNew = last?.role === 'user' && last.content.length > 0 && summaryRange(last) === undefined
  const upTo = (most: number): Session => ({
    length: most,
    read: async (start, stop, request) => {
      throwIfAborted(request.signal, 'Reading the session')
      const first = Math.max(0, start)
      const behind = Math.min(stop, most)
      const known = end.slice(Math.max(0, first - from), Math.max(0, behind - from))
      const older = first < from ? await session.read(first, Math.min(behind, from), request) : []
      const messages = older.length === 0 ? known : [...older, ...known]
      for (let index = 0; index < messages.length; index++) read.set(first + index, messages[index] as Message)
      return messages
    },
    ...(session.sizeBefore && { sizeBefore: session.sizeBefore.bind(session) }),
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
