import type { Message } from '@lamella/core'
import { shortest } from '../shared/shorter.ts'
import { shortenMessage } from './shorten-message.ts'

/** Decides when enough of a conversation has been read, newest message first. */
export interface Gauge {
  /** Tokens of the messages so far, in the order they were added. */
  readonly tokens: number[]
  add(message: Message): void
  isFull(): boolean
  /** Whether the last message read is a tool message, whose calls are before it. */
  needsCall(): boolean
}

/** A tool message with results whose calls have not been read yet. */
interface Waiting {
  results: number
  readonly tokens: number
}

/** How many times the limit is read at most if old results count in their shortest form, which may be almost nothing. */
const mostFull = 4

/** What a gauge measures by. */
export interface GaugeLimits {
  /** The tokens above which it is full. */
  readonly maxTokens: number
  /** The tokens below which messages are shortened rather than dropped. Default: 0. */
  readonly minTokens?: number | undefined
  /** Whether a turn that begins within `minTokens` is shortened as a whole. Default `false`. */
  readonly wholeTurns?: boolean | undefined
  readonly count: (message: Message) => number
  /** Returns the shortest form of an old message. Default: there is none. */
  readonly shortestOld?: ((message: Message) => Message | undefined) | undefined
}

/**
 * Adds up the fewest tokens that messages can take. Messages of the last turn and within `minTokens` can be shortened, so only
 * their shortest form counts, and so can old results at a cut of a run. Results without a call and calls without a result may be dropped when calls are paired, so they count
 * once their counterpart has been read: what fits after pairing never counts as too much before it. A tool result is
 * never the last message read: without its call it would be an orphan.
 */
export function createGauge({ maxTokens, minTokens = 0, wholeTurns = false, count, shortestOld }: GaugeLimits): Gauge {
  const tokens: number[] = []
  const waiting = new Map<string, Waiting[]>()
  let sum = 0
  let full = 0
  const most = shortestOld ? mostFull * maxTokens : Number.POSITIVE_INFINITY
  let inLastTurn = true
  /** Whether a message of the turn is within the minimum. */
  let isWithin = false
  let needsCall = false
  /** Returns whether a result of the call was read; a tool message counts once its last result has its call. */
  const answer = (id: string): boolean => {
    const one = waiting.get(id)?.pop()
    if (one && --one.results === 0) sum += one.tokens
    return one !== undefined
  }
  const add = (message: Message): void => {
    const cost = count(message)
    isWithin = full < minTokens || (wholeTurns && isWithin)
    const canShorten = inLastTurn || isWithin
    tokens.push(cost)
    full += cost
    const forms = [canShorten ? shortenMessage(message, shortest) : undefined, shortestOld?.(message)]
    const least = forms.reduce((fewest, form) => (form ? Math.min(fewest, count(form)) : fewest), cost)
    needsCall = message.role === 'tool'
    if (message.role === 'user') {
      inLastTurn = false
      isWithin = false
    }
    const ids = message.role === 'tool' ? resultIds(message) : []
    if (ids.length > 0) {
      const one: Waiting = { results: ids.length, tokens: least }
      for (const id of ids) {
        const list = waiting.get(id)
        if (list) list.push(one)
        else waiting.set(id, [one])
      }
    } else if (isSettled(message, answer)) sum += least
  }
  return {
    tokens,
    add,
    isFull: () => (sum > maxTokens || full > most) && !needsCall,
    needsCall: () => needsCall,
  }
}

function resultIds({ content }: Message): readonly string[] {
  if (typeof content === 'string') return []
  return content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
}

/**
 * Returns whether every call of a message has its result, in the message or after it, and every result in it has its
 * call.
 */
function isSettled(message: Message, answer: (id: string) => boolean): boolean {
  if (message.role !== 'assistant' || typeof message.content === 'string') return true
  const inside = [...resultIds(message)]
  let settled = true
  for (const part of message.content) {
    if (part.type !== 'tool-call') continue
    const at = inside.indexOf(part.toolCallId)
    if (at >= 0) inside.splice(at, 1)
    else if (!part.providerExecuted && !answer(part.toolCallId)) settled = false
  }
  return settled && inside.length === 0
}
