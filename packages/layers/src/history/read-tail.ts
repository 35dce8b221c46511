import type { Message, Session } from '@lamella/core'
import type { PlacedMessage, SourceRequest } from '@lamella/core/plugin'
import { shortPages } from './forms-first.ts'
import { createGauge, type GaugeLimits } from './gauge.ts'

/** The end of a session, read only as far back as it can be kept. */
export interface Tail {
  /** Absolute position of `messages[0]`. */
  readonly start: number
  readonly messages: readonly Message[]
  /** Tokens of each message. */
  readonly tokens: readonly number[]
  /**
   * Earlier messages that come first: the user message that opened the turn in the middle of which the tail begins, if it
   * was found; in a run, everything before its last range.
   */
  readonly opening: readonly PlacedMessage[]
  /** The summaries that the session declares, wherever they are; in a run, those among the messages it sends. */
  readonly summaries: readonly PlacedMessage[]
  /**
   * Whether the tail begins at the message limit. Otherwise it begins at the first message that can be kept, or at the
   * start of the session.
   */
  readonly byCount: boolean
  /** Pinned messages with what they bring with them, wherever they are. Default: none. */
  readonly pins?: readonly PlacedMessage[]
}

/** `wholeTurns`: a turn goes as a whole, so the first one is read as a whole. */
export interface TailLimits extends GaugeLimits {
  readonly maxMessages: number
  /** Messages of a page; a limit by count may begin anywhere in the first page. */
  readonly pageMessages: number
}

/**
 * The number of messages per backward read. It covers most sessions, because each read costs a store more than a few
 * extra messages do.
 */
const chunk = 64

/** How far back to look for the beginning of a turn. A longer turn loses its opening message. */
export const openerReach = 2_048

/**
 * Reads messages from the end until there are `maxMessages` or their tokens exceed `maxTokens`. The message that
 * exceeds them is part of the tail: the planner then finds that it does not fit and treats all layers as if it had been
 * given the whole session. If the limit by count is near, reads up to it, so that the history begins where it would
 * with a larger window.
 */
export async function readTail(session: Session, limits: TailLimits, request: SourceRequest): Promise<Tail> {
  const { maxMessages, pageMessages, wholeTurns = false } = limits
  const gauge = createGauge(limits)
  const chunks: (readonly Message[])[] = []
  const first = Math.max(0, session.length - maxMessages)
  const near = first === 0 ? -1 : first + Math.max(chunk, pageMessages)
  let start = session.length
  // A page goes as a whole, so the one in which the gauge is full is read as a whole, with a turn that begins before it; so are
  // those before it that may be kept with short results.
  const rest = (1 + shortPages) * Math.min(chunk, 2 * (pageMessages - 1))
  let fullAt: number | undefined
  let opensTurn = false
  const goesOn = (position: number): boolean => {
    if (fullAt === undefined && gauge.isFull()) fullAt = position
    if (position <= first) return false
    if (fullAt === undefined || position <= near || position > fullAt - rest || gauge.needsCall()) return true
    return wholeTurns && !opensTurn && position > fullAt - openerReach
  }
  while (goesOn(start)) {
    const from = Math.max(first, start - chunk)
    const messages = await readMessages(session, from, start, request)
    let index = messages.length
    while (index > 0 && goesOn(from + index)) {
      const message = messages[--index] as Message
      opensTurn = message.role === 'user'
      gauge.add(message)
    }
    chunks.push(index === 0 ? messages : messages.slice(index))
    start = from + index
  }
  // Results alone say nothing: the answer with their calls belongs to them.
  const least = start === first ? Math.max(0, session.length - openerReach) : start
  let isResults = chunks.every((list) => list.every(isToolMessage))
  while (isResults && start > least) {
    const messages = await readMessages(session, Math.max(least, start - chunk), start, request)
    const read = messages.slice(
      Math.max(
        0,
        messages.findLastIndex((message) => !isToolMessage(message)),
      ),
    )
    for (const message of read.toReversed()) gauge.add(message)
    chunks.push(read)
    start -= read.length
    isResults = read.every(isToolMessage)
  }
  const messages = chunks.reverse().flat()
  const opener = await findOpener(session, start, messages[0], request)
  const opening = opener ? [opener] : []
  const { summaries = [] } = session
  return { start, messages, tokens: gauge.tokens.reverse(), opening, summaries, byCount: first > 0 && start <= first }
}

/**
 * Reads messages of a session.
 *
 * @throws TypeError if it returns another number of messages: those that are missing would be lost without a word
 */
export async function readMessages(
  session: Session,
  start: number,
  end: number,
  request: SourceRequest,
): Promise<readonly Message[]> {
  const messages = await session.read(start, end, request)
  if (messages.length === end - start) return messages
  throw new TypeError(`session.read(${start}, ${end}) must return ${end - start} messages, not ${messages.length}.`)
}

function isToolMessage({ role }: Message): boolean {
  return role === 'tool'
}

/** Returns the messages of a tail that come in order, with their positions. */
export function messagesOf({ opening, messages, start }: Tail): readonly PlacedMessage[] {
  return [...opening, ...messages.map((message, index) => ({ message, position: start + index }))]
}

export function tokensOf({ opening, tokens }: Tail, count: (content: readonly Message[]) => number): number {
  return tokens.reduce((sum, own) => sum + own, count(opening.map(({ message }) => message)))
}

/** Searches backwards for the user message that the first messages of a tail follow. */
async function findOpener(
  session: Session,
  start: number,
  first: Message | undefined,
  request: SourceRequest,
): Promise<PlacedMessage | undefined> {
  if (!first || first.role === 'user') return undefined
  const end = Math.max(0, start - openerReach)
  for (let to = start; to > end; ) {
    const from = Math.max(end, to - chunk)
    const messages = await readMessages(session, from, to, request)
    const index = messages.findLastIndex((message) => message.role === 'user')
    const message = messages[index]
    if (message) return { position: from + index, message }
    to = from
  }
  return undefined
}
