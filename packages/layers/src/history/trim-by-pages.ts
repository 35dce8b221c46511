import type { Message } from '@lamella/core'

/** Where a conversation is cut. */
export interface PageCut {
  /** The first message that is kept. */
  readonly start: number
  readonly tokens: number
}

/**
 * The cut that the planner would make, found without one, since it is one pass over what is kept: the earliest page from
 * which on everything fits. `undefined` where whole pages are not enough, a turn is longer than a page, or a call is not
 * answered in place; those need the planner.
 *
 * Pages are those of `pagesOf` and `placeMessages`: a turn is in the page in which it begins, and in the last page each
 * turn is a page of its own.
 */
export function trimByPages(
  all: readonly Message[],
  maxTokens: number,
  count: (message: Message) => number,
  pageMessages: number,
): PageCut | undefined {
  const pageOf = (position: number): number => Math.floor(position / pageMessages)
  let best: PageCut | undefined
  let lastPage = -1
  let sum = 0
  for (let end = all.length; end > 0; ) {
    const start = turnBefore(all, end, pageMessages)
    if (start === undefined) return undefined
    if (lastPage < 0) lastPage = pageOf(start)
    for (let index = end - 1; index >= start && sum <= maxTokens; index--) sum += count(all[index] as Message)
    if (sum > maxTokens) break
    const before = start === 0 ? undefined : turnBefore(all, start, pageMessages)
    if (start > 0 && before === undefined) return undefined
    const page = pageOf(start)
    if (before === undefined || page === lastPage || page !== pageOf(before)) best = { start, tokens: sum }
    end = start
  }
  return best && isAnswered(all, best.start) ? best : undefined
}

/** Where the turn begins that ends before `end`; `undefined` if it is longer than `longest`, or no turn. */
function turnBefore(all: readonly Message[], end: number, longest: number): number | undefined {
  for (let index = end - 1; index >= Math.max(0, end - longest); index--) if (all[index]?.role === 'user') return index
  return undefined
}

/** Whether each call is answered, once, in the tool messages directly behind it, and no result is without a call. */
function isAnswered(all: readonly Message[], start: number): boolean {
  let waiting: string[] = []
  for (let index = start; index < all.length; index++) {
    const message = all[index] as Message
    if (message.role === 'tool') {
      for (const { toolCallId } of message.content) {
        const at = waiting.indexOf(toolCallId)
        if (at < 0) return false
        waiting.splice(at, 1)
      }
    } else {
      if (waiting.length > 0) return false
      if (message.role !== 'assistant' || typeof message.content === 'string') continue
      waiting = []
      for (const part of message.content) {
        if (part.type === 'tool-call' && !part.providerExecuted) waiting.push(part.toolCallId)
      }
    }
  }
  return waiting.length === 0
}
