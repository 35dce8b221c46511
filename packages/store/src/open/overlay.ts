import type { Message } from '@lamella/core'
import type { NewCompaction, PlacedMessage } from '@lamella/core/plugin'
import { summaryMessage } from '@lamella/core/plugin'

/** A stretch of a session as it is shown: single messages, or one summary that replaces all of them. */
export interface Stretch {
  /** Position of its first message among the shown ones. */
  readonly shown: number
  /** Positions in the session. */
  readonly start: number
  readonly end: number
  readonly summary: Message | undefined
}

/** A session as it is shown. */
export interface Overlay {
  /** In shown messages. */
  readonly length: number
  /** All stretches, in order. */
  readonly stretches: readonly Stretch[]
}

/**
 * Applies summaries to a session: each replaces its messages with one, at the position of the first. Where two overlap,
 * only the newer one counts: messages that only the older one covers are shown themselves, so that nothing appears
 * twice and nothing is lost.
 *
 * @param length The number of messages in the session.
 * @param compactions Oldest first.
 */
export function overlayOf(length: number, compactions: readonly NewCompaction[]): Overlay {
  const chosen: NewCompaction[] = []
  for (const one of compactions.toReversed()) {
    const place = firstFrom(chosen, ({ end }) => end > one.start)
    const next = chosen[place]
    if (one.end <= length && (next === undefined || next.start >= one.end)) chosen.splice(place, 0, one)
  }
  const stretches: Stretch[] = []
  let shown = 0
  const add = (start: number, end: number, compaction?: NewCompaction): void => {
    if (start === end) return
    stretches.push({ shown, start, end, summary: compaction && summaryMessage(compaction) })
    shown += compaction ? 1 : end - start
  }
  let covered = 0
  for (const one of chosen) {
    add(covered, one.start)
    add(one.start, one.end, one)
    covered = one.end
  }
  add(covered, length)
  return { length: shown, stretches }
}

/** Returns the summaries that are shown, each a copy. */
export function summariesOf({ stretches }: Overlay): readonly PlacedMessage[] {
  return stretches.flatMap(({ shown, summary }) =>
    summary ? [{ position: shown, message: structuredClone(summary) }] : [],
  )
}

/** Finds the stretch that contains a shown position. */
export function stretchAt({ stretches }: Overlay, position: number): Stretch | undefined {
  return stretches[firstFrom(stretches, ({ shown }) => shown > position) - 1]
}

/** Finds the first item that satisfies a condition that all items after it also satisfy. */
function firstFrom<Item>(items: readonly Item[], isTrue: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}
