import type { Message } from '@lamella/core'
import { checkMessages } from '@lamella/core/plugin'
import { isWhole } from './is-whole.ts'

/** Where a conversation is cut. */
export interface PageCut {
  /** The first message that is kept. */
  readonly start: number
  readonly tokens: number
}

/**
 * Finds the cut that the planner would make, without running it, in one pass over what is kept: the earliest page from
 * which everything fits. Returns `undefined` where whole pages are not enough, a turn is longer than a page, or calls
 * and results are not paired properly; those cases need the planner.
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
  let lookedAt = 0
  let lastPage = -1
  let sum = 0
  for (let end = all.length; end > 0; ) {
    const start = turnBefore(all, end, pageMessages)
    if (start === undefined) return undefined
    if (lastPage < 0) lastPage = pageOf(start)
    lookedAt = start
    checkMessages(all.slice(start, end), 'messages', start)
    for (let index = end - 1; index >= start && sum <= maxTokens; index--) sum += count(all[index] as Message)
    if (sum > maxTokens) break
    const before = start === 0 ? undefined : turnBefore(all, start, pageMessages)
    if (start > 0 && before === undefined) return undefined
    const page = pageOf(start)
    if (before === undefined || page === lastPage || page !== pageOf(before)) best = { start, tokens: sum }
    end = start
  }
  // Include the turn that did not fit: it might after repair.
  return best && isWhole(all, lookedAt) ? best : undefined
}

/** Returns where the turn that ends before `end` begins, or `undefined` if it is longer than `longest` or not a turn. */
function turnBefore(all: readonly Message[], end: number, longest: number): number | undefined {
  for (let index = end - 1; index >= Math.max(0, end - longest); index--) if (all[index]?.role === 'user') return index
  return undefined
}
