import { LamellaError, type Message, oldestFirst, plan, type RepairPolicy } from '@lamella/core'
import { checkMessages, keptFragments, makeUnits, pairTools } from '@lamella/core/plugin'
import { summariesAmong } from '@lamella/core/store'
import { createGauge } from './gauge.ts'
import { historyFragments } from './history-fragments.ts'
import { openerReach, type Tail } from './read-tail.ts'
import { trimByPages } from './trim-by-pages.ts'

/** How `trimMessages` trims. */
export interface TrimOptions {
  /** What the kept messages may take, in tokens. */
  readonly window: number
  /** Tokens of a message. Called for the messages at the end that could be kept, and for no others. */
  readonly count: (message: Message) => number
  /** Messages of one page, which are dropped together. Default 10. */
  readonly pageMessages?: number
  readonly repair?: RepairPolicy
}

/** What is left of a conversation. */
export interface Trimmed {
  readonly messages: Message[]
  readonly tokens: number
  /** How many messages are not there any more. */
  readonly dropped: number
}

/**
 * The history layer alone, for those who only want a conversation trimmed: the most recent messages that fit, whole
 * pages at a time, tool calls and results together, beginning at a user message. Its cost follows `window`, not the
 * length of the conversation. The newest user message is always there, and so are summaries of older messages.
 *
 * @throws LamellaError `CONTEXT_OVERFLOW` when not even that message fits, `MESSAGE_INVALID` for what is no message among those
 * that are looked at
 * @example
 * const { messages } = trimMessages(history, { window: 8_000, count: (message) => message.tokens })
 */
export function trimMessages(all: readonly Message[], options: TrimOptions): Trimmed {
  const { window, count, pageMessages = 10 } = options
  const cut = trimByPages(all, window, count, pageMessages)
  if (!cut || summariesAmong(all).some(({ position }) => position < cut.start)) return trimByPlan(all, options)
  return { messages: all.slice(cut.start), tokens: cut.tokens, dropped: cut.start }
}

/** The same by the planner, which also cuts inside long turns, shortens, and repairs. */
export function trimByPlan(all: readonly Message[], options: TrimOptions): Trimmed {
  const { window, count, pageMessages = 10, repair = {} } = options
  const gauge = createGauge(window, count)
  let start = all.length
  while (start > 0 && !gauge.isFull()) gauge.add(checked(all, --start))
  const messages = all.slice(start)
  const opener = messages[0]?.role === 'user' ? undefined : openerBefore(all, start)
  const summaries = summariesAmong(all).filter(({ position }) => position < start)
  const fragments = historyFragments(
    { start, messages, tokens: gauge.tokens.reverse(), opener, summaries, byCount: false },
    {
      cut: 'pages',
      page: { messages: pageMessages, characters: Number.POSITIVE_INFINITY },
      maxMessages: Number.POSITIVE_INFINITY,
      pinNewestUser: true,
      count,
      sizeBefore: undefined,
      minTokens: 0,
      maxTokens: window,
    },
  )
  const paired = pairTools('history', fragments, repair)
  const sum = (content: string | readonly Message[]): number =>
    typeof content === 'string' ? 0 : content.reduce((total, message) => total + count(message), 0)
  const units = makeUnits(paired.fragments, paired.links, sum)
  const layer = { name: 'history', priority: 0, units, policy: oldestFirst(), frame: 0, min: 0, max: undefined }
  const { rungs, tokens: left, fits } = plan([layer], window)
  if (!fits) throw overflow(window, left)
  const kept = keptFragments(paired.fragments, units, rungs[0] as Int32Array)
  const result = kept.flatMap(({ content }) => content as readonly Message[])
  // Of fragments, which are messages of the conversation: stand-ins for results are not.
  return { messages: result, tokens: left, dropped: all.length - kept.length }
}

function checked(all: readonly Message[], position: number): Message {
  return checkMessages([all[position]], 'messages', position)[0] as Message
}

function openerBefore(all: readonly Message[], start: number): Tail['opener'] {
  for (let position = start - 1; position >= Math.max(0, start - openerReach); position--) {
    const message = all[position]
    if (message?.role === 'user') return { position, message: checked(all, position) }
  }
  return undefined
}

function overflow(window: number, smallestWindow: number): LamellaError {
  return new LamellaError({
    code: 'CONTEXT_OVERFLOW',
    what: `The newest user message takes ${smallestWindow} tokens, but there is room for ${window}.`,
    fix: 'Raise window, or shorten the message.',
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
