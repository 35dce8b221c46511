import type { Kept, Session } from '@lamella/core'
import { type PlacedMessage, storePlaces, summaryRange } from '@lamella/core/plugin'
import type { RunDigest } from '../contract/run.ts'
import { joined, without } from './ranges.ts'

type Range = readonly [start: number, end: number]

/** What gives way at a cut. Positions are those in the store. */
export interface Gone {
  /** Oldest first. */
  readonly ranges: readonly Range[]
  /** What the request shows in full. */
  readonly open: readonly Range[]
  /** The session's length. */
  readonly until: number
}

/**
 * Returns what a request no longer shows in full and no digest holds yet.
 *
 * @param before The digest before; `undefined` if there is none, or if the messages are not what they were.
 */
export function goneMessages(session: Session, kept: readonly Kept[], before: RunDigest | undefined): Gone {
  const places = storePlaces(session)
  const until = places(session.length)
  const whole = kept.flatMap(({ fragment: { position, content: full }, content }) => {
    const isSummary = (content as readonly PlacedMessage['message'][]).some((message) => summaryRange(message))
    return position === undefined || position >= session.length || content !== full || isSummary ? [] : places(position)
  })
  const open = joined(whole)
  // A session that is shorter than it was is another one.
  const known = before && before.until <= until ? before : undefined
  const candidates: readonly Range[] = known ? [...known.open, [known.until, until]] : [[0, until]]
  return { ranges: candidates.flatMap((range) => without(range, open)), open, until }
}

/** Returns the newest part of some ranges, with at most `most` positions. */
export function newestOf(ranges: readonly Range[], most: number): readonly Range[] {
  const newest: Range[] = []
  let left = most
  for (const [start, end] of ranges.toReversed()) {
    if (left <= 0) break
    newest.push([Math.max(start, end - left), end])
    left -= end - start
  }
  return newest.reverse()
}

/** Reads messages by their positions in the store. */
export async function readGone(
  session: Session,
  ranges: readonly Range[],
  signal: AbortSignal,
): Promise<readonly PlacedMessage[]> {
  const read = (session.original ?? session.read).bind(session)
  const gone: PlacedMessage[] = []
  for (const [start, end] of ranges) {
    const messages = await read(start, end, { signal })
    // The summaries of a session that does not have what they replace are no one's messages.
    messages.forEach((message, index) => {
      if (summaryRange(message) === undefined) gone.push({ position: start + index, message })
    })
  }
  return gone
}
