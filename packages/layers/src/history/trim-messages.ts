import { isLamellaError, LamellaError, type Message, oldestFirst, plan, type RepairPolicy } from '@lamella/core'
import {
  type Checks,
  checkMessages,
  checkOptions,
  isObject,
  keptFragments,
  makeUnits,
  mustBeFunction,
  mustBeNumber,
  mustBeWhole,
  type PlacedMessage,
  pairTools,
  summariesAmong,
} from '@lamella/core/plugin'
import { formsFirst } from './forms-first.ts'
import { createGauge } from './gauge.ts'
import { historyFragments } from './history-fragments.ts'
import { leadingIn, mostLeading } from './leading-instructions.ts'
import { hasMedia, withoutMedia } from './media/without-media.ts'
import { openerReach, type Tail } from './read-tail.ts'
import { trimByPages } from './trim-by-pages.ts'

/** Options of `trimMessages`. */
export interface TrimOptions {
  /** The most tokens that the kept messages may take. */
  readonly window: number
  /** Counts the tokens of a message. Called only for messages near the end that could be kept. */
  readonly count: (message: Message) => number
  /** The number of messages in a page, which are dropped together. Default 10. */
  readonly pageMessages?: number
  readonly repair?: RepairPolicy
}

const checks: Checks<TrimOptions> = {
  window: mustBeNumber(0),
  count: mustBeFunction,
  pageMessages: (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(1)(value)),
  repair: (value) => (isObject(value) ? undefined : 'must be { missingResult?, orphanResult? }'),
}

/** A trimmed conversation. */
export interface Trimmed {
  readonly messages: Message[]
  readonly tokens: number
  /** The number of messages removed. */
  readonly dropped: number
}

/**
 * Trims a conversation with the history layer alone: keeps the most recent messages that fit, dropping whole pages at a
 * time, keeping tool calls and results together, and beginning with a user message. The cost depends on `window`, not
 * on the length of the conversation. The newest user message and summaries of older messages are always kept, and so are system
 * messages at the start, up to a quarter of the window. Old images and files give way before old messages: a text says what they
 * were.
 *
 * @throws LamellaError `OPTION_INVALID`, `CONTEXT_OVERFLOW` when not even that message fits, `MESSAGE_INVALID` for invalid messages among
 * those it reads
 * @example
 * const { messages } = trimMessages(history, { window: 8_000, count: (message) => message.tokens })
 */
export function trimMessages(all: readonly Message[], options: TrimOptions): Trimmed {
  const { window, count: given, pageMessages = 10 } = checkOptions('trimMessages', options, checks, ['window', 'count'])
  const count = (message: Message): number => checkedTokens(given(message))
  const cut = trimByPages(all, window, count, pageMessages)
  if (cut && cut.start > 0 && hasMediaFrom(all, cut.start - mediaPages * pageMessages))
    return trimByPlan(all, { ...options, count })
  const isLed = (all[0] as { readonly role?: unknown } | undefined)?.role === 'system'
  if (!cut || (isLed && cut.start > 0) || summariesAmong(all).some(({ position }) => position < cut.start)) {
    return trimByPlan(all, { ...options, count })
  }
  return { messages: all.slice(cut.start), tokens: cut.tokens, dropped: cut.start }
}

/** How many pages before the first kept message images are looked for: without them, messages from there on may fit. */
const mediaPages = 2

function hasMediaFrom(all: readonly Message[], start: number): boolean {
  for (let index = Math.max(0, start); index < all.length; index++) {
    const message = all[index] as Message
    if (typeof message.content !== 'string' && hasMedia(message)) return true
  }
  return false
}

/**
 * Trims with the planner, which also cuts inside long turns, shortens and repairs. The system messages at the start stay, if the
 * newest user message leaves room for them.
 */
export function trimByPlan(all: readonly Message[], options: TrimOptions): Trimmed {
  const first = all.slice(0, mostLeading).map((_, position) => ({ position, message: checked(all, position) }))
  const leading = leadingIn(first, options.count, options.window)
  try {
    return trimmed(all, options, leading)
  } catch (error) {
    if (leading.length === 0 || !isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
    return trimmed(all, options, [])
  }
}

function trimmed(all: readonly Message[], options: TrimOptions, pins: readonly PlacedMessage[]): Trimmed {
  const { window, count, pageMessages = 10, repair = {} } = options
  const gauge = createGauge({ maxTokens: window, count, shortestOld: (message) => withoutMedia(message, anyTool) })
  let start = all.length
  // A page goes as a whole, so that in which the gauge is full is read as a whole.
  const rest = Number.isFinite(pageMessages) ? 2 * (pageMessages - 1) : 0
  let fullAt: number | undefined
  for (; start > 0 && (fullAt === undefined || start > fullAt - rest || gauge.needsCall()); ) {
    gauge.add(checked(all, --start))
    if (fullAt === undefined && gauge.isFull()) fullAt = start
  }
  const messages = all.slice(start)
  const opening = messages[0]?.role === 'user' ? [] : openerBefore(all, start)
  const summaries = summariesAmong(all)
  const fragments = historyFragments(
    { start, messages, tokens: gauge.tokens.reverse(), opening, summaries, byCount: false, pins },
    {
      cut: 'pages',
      page: { messages: pageMessages, characters: Number.POSITIVE_INFINITY },
      maxMessages: Number.POSITIVE_INFINITY,
      pinNewestUser: true,
      count,
      sizeBefore: undefined,
      minTokens: 0,
      maxTokens: window,
      mayLoseMedia: anyTool,
    },
  )
  const paired = pairTools('history', fragments, repair)
  const sum = (content: string | readonly Message[]): number =>
    typeof content === 'string' ? 0 : content.reduce((total, message) => total + count(message), 0)
  const units = makeUnits(paired.fragments, paired.links, sum)
  const layer = {
    name: 'history',
    priority: 0,
    units,
    policy: formsFirst(oldestFirst()),
    frame: 0,
    min: 0,
    max: undefined,
  }
  const { rungs, tokens: left, fits } = plan([layer], window)
  if (!fits) throw overflow(window, left)
  const kept = keptFragments(paired.fragments, units, rungs[0] as Int32Array)
  const result = kept.flatMap(({ content }) => content as readonly Message[])
  // Counts only fragments that are messages of the conversation, not stand-ins for results.
  return { messages: result, tokens: left, dropped: all.length - kept.length }
}

const anyTool = (): boolean => true

function checked(all: readonly Message[], position: number): Message {
  return checkMessages([all[position]], 'messages', position)[0] as Message
}

function openerBefore(all: readonly Message[], start: number): Tail['opening'] {
  for (let position = start - 1; position >= Math.max(0, start - openerReach); position--) {
    const message = all[position]
    if (message?.role === 'user') return [{ position, message: checked(all, position) }]
  }
  return []
}

const mustBeTokens = mustBeNumber(0)

/** Returns a count that a caller has made. @throws LamellaError `OPTION_INVALID` */
function checkedTokens(counted: unknown): number {
  const problem = mustBeTokens(counted)
  if (problem === undefined) return counted as number
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: `trimMessages: what 'count' returns ${problem}, but it returned ${String(counted)}.`,
    fix: 'Return the tokens of the message. To count with a promise, count before, and look the number up.',
    details: { what: 'trimMessages', option: 'count' },
  })
}

function overflow(window: number, smallestWindow: number): LamellaError {
  return new LamellaError({
    code: 'CONTEXT_OVERFLOW',
    what: `The newest user message takes ${smallestWindow} tokens, but there is room for ${window}.`,
    fix: 'Raise `window`, or shorten the message.',
    details: {
      window,
      smallestWindow,
      pinned: smallestWindow,
      tools: 0,
      framing: 0,
      reserve: 0,
      largest: [{ layer: 'history', fragment: 'newest user message', tokens: smallestWindow }],
    },
  })
}
