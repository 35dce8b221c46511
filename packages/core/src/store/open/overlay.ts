import type { Message } from '../../contract/message.ts'
import type { NewCompaction } from '../../contract/session-store.ts'
import { summaryMessage } from '../../messages/summary-message.ts'

/** A stretch of a session as it is shown: messages one by one, or one summary that stands for all of them. */
export interface Stretch {
  /** Position of its first message among those that are shown. */
  readonly shown: number
  /** Positions in the session. */
  readonly start: number
  readonly end: number
  readonly summary: Message | undefined
}

/** A session as it is shown. */
export interface Overlay {
  /** In messages that are shown. */
  readonly length: number
  /** All of it, in order. */
  readonly stretches: readonly Stretch[]
}

/**
 * Lays summaries over a session: what one stands for is one message, at the place of the first. Where two stand for the same
 * message the newer one counts, and the older one not at all: what only it stood for is shown as it was, so that nothing is
 * told twice and nothing is lost.
 *
 * @param length Messages of the session.
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
  let behind = 0
  for (const one of chosen) {
    add(behind, one.start)
    add(one.start, one.end, one)
    behind = one.end
  }
  add(behind, length)
  return { length: shown, stretches }
}

/** The stretch that a shown position is in. */
export function stretchAt({ stretches }: Overlay, position: number): Stretch | undefined {
  return stretches[firstFrom(stretches, ({ shown }) => shown > position) - 1]
}

/** Index of the first item of which something is true that is true of all behind it, too. */
function firstFrom<Item>(items: readonly Item[], isTrue: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}
