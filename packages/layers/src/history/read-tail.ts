import type { Message, Session, SourceRequest } from '@lamella/core'
import { shortenMessage, shortestLength } from './shorten-message.ts'

/** The end of a session, read backwards only as far as it could be kept. */
export interface Tail {
  /** Absolute position of `messages[0]`. */
  readonly start: number
  readonly messages: readonly Message[]
  /** Tokens of each message. */
  readonly tokens: readonly number[]
  /** The user message that opened the turn in whose middle the tail begins, if it was found. */
  readonly opener: { readonly position: number; readonly message: Message } | undefined
}

export interface TailLimits {
  readonly maxMessages: number
  /** Tokens beyond which nothing could be kept. */
  readonly maxTokens: number
  /** Whether messages of the last turn can be shortened. */
  readonly shortens: boolean
  readonly count: (message: Message) => number
}

/** Messages that one look back reads: what most sessions have, since each look costs a store more than some messages do. */
const chunk = 64

/** How far back the beginning of a turn is looked for. A turn longer than this loses its opening message. */
export const openerReach = 2_048

/** Reads messages from the end until `maxMessages` are there or their tokens pass `maxTokens`. */
export async function readTail(session: Session, limits: TailLimits, request: SourceRequest): Promise<Tail> {
  const gauge = createGauge(limits.maxTokens, limits.count, limits.shortens)
  const chunks: (readonly Message[])[] = []
  const first = Math.max(0, session.length - limits.maxMessages)
  let start = session.length
  while (start > first && !gauge.isFull()) {
    const from = Math.max(first, start - chunk)
    const messages = await session.read(from, start, request)
    let index = messages.length
    while (index > 0 && !gauge.isFull()) gauge.add(messages[--index] as Message)
    chunks.push(index === 0 ? messages : messages.slice(index))
    start = from + index
  }
  const messages = chunks.reverse().flat()
  const opener = await findOpener(session, start, messages[0], request)
  return { start, messages, tokens: gauge.tokens.reverse(), opener }
}

/** Tells when enough of a conversation has been read, newest message first. */
export interface Gauge {
  /** Tokens of the messages so far, in the order in which they were added. */
  readonly tokens: number[]
  add(message: Message): void
  isFull(): boolean
}

/**
 * Where messages of the last turn can be shortened, they fill no more than their shortest form does. A tool result is
 * never the last message read: without its call it would be an orphan.
 */
export function createGauge(maxTokens: number, count: (message: Message) => number, shortens: boolean): Gauge {
  const tokens: number[] = []
  let sum = 0
  let canShorten = shortens
  let needsCall = false
  return {
    tokens,
    add: (message) => {
      const cost = count(message)
      tokens.push(cost)
      const shortest = canShorten ? shortenMessage(message, shortestLength) : undefined
      sum += shortest ? Math.min(cost, count(shortest)) : cost
      needsCall = message.role === 'tool'
      if (message.role === 'user') canShorten = false
    },
    isFull: () => sum > maxTokens && !needsCall,
  }
}

/** Looks back for the user message that the messages at the head of a tail follow. */
async function findOpener(
  session: Session,
  start: number,
  first: Message | undefined,
  request: SourceRequest,
): Promise<Tail['opener']> {
  if (!first || first.role === 'user') return undefined
  const end = Math.max(0, start - openerReach)
  for (let to = start; to > end; ) {
    const from = Math.max(end, to - chunk)
    const messages = await session.read(from, to, request)
    const index = messages.findLastIndex((message) => message.role === 'user')
    const message = messages[index]
    if (message) return { position: from + index, message }
    to = from
  }
  return undefined
}
