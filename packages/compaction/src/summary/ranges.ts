import type { Message } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'
import type { MessageRange } from './contract.ts'

/** The most ranges that a line collects. */
const most = 4

/**
 * Joins the ranges of a line with those of the same line, said again. The new ones say all of it, so if they become many, they and the
 * first are enough.
 */
export function joinRanges(known: readonly MessageRange[], again: readonly MessageRange[]): readonly MessageRange[] {
  const joined = inOrder([...known, ...again])
  return joined.length <= most ? joined : inOrder([...known.slice(0, 1), ...again])
}

function inOrder(ranges: readonly MessageRange[]): readonly MessageRange[] {
  const joined: MessageRange[] = []
  for (const one of [...ranges].sort((x, y) => x.start - y.start || x.end - y.end)) {
    const last = joined.at(-1)
    if (last && one.start < last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, one.end) }
    else joined.push(one)
  }
  return joined
}

/** Returns the position of the newest message of a line. */
export function newestOf(sources: readonly MessageRange[]): number {
  return sources.reduce((newest, { end }) => Math.max(newest, end - 1), -1)
}

/** Returns the position of the oldest message of a line. */
export function oldestOf(sources: readonly MessageRange[]): number {
  return sources.reduce((oldest, { start }) => Math.min(oldest, start), Number.POSITIVE_INFINITY)
}

/** Returns the positions of messages: a summary has those of the messages that it stands for. */
export function placesOf(messages: readonly Message[], positions?: readonly number[]): readonly MessageRange[] {
  let next = 0
  return messages.map((message, index) => {
    const range = summaryRange(message)
    const start = positions?.[index] ?? range?.start ?? next
    next = range ? Math.max(range.end, start + 1) : start + 1
    return { start, end: next }
  })
}

/** Writes ranges: `#4, #7-9`, with the position of the last message. */
export function rangesText(ranges: readonly MessageRange[]): string {
  return ranges.map(({ start, end }) => (end - start === 1 ? `#${start}` : `#${start}-${end - 1}`)).join(', ')
}

/** Reads what `rangesText` writes. What is outside the limits is left out. */
export function readRanges(text: string, within: MessageRange): readonly MessageRange[] {
  const ranges: MessageRange[] = []
  for (const [, first = '', last = first] of text.matchAll(/#(\d{1,15})(?:-#?(\d{1,15}))?/g)) {
    const [start, end] = [Number(first), Number(last) + 1]
    if (start >= within.start && end <= within.end && start < end) ranges.push({ start, end })
  }
  return ranges
}
