import type { Message, Session } from '@lamella/core'
import type { PlacedMessage, SourceRequest } from '@lamella/core/plugin'
import { readMessages, type Tail } from './read-tail.ts'

/** Positions of a session, as `[start, end)`, in order. */
type Ranges = readonly (readonly [start: number, end: number])[]

/** Reads the messages that a run sends: its ranges, and everything after them. */
export async function readKept(
  session: Session,
  kept: Ranges,
  count: (message: Message) => number,
  request: SourceRequest,
): Promise<Tail> {
  const start = kept.at(-1)?.[0] ?? session.length
  const [opening, last] = await Promise.all([
    readRanges(session, kept.slice(0, -1), request),
    readRanges(session, [[start, session.length]], request),
  ])
  const messages = last.map(({ message }) => message)
  const sent = new Set(opening.map(({ position }) => position))
  const summaries = (session.summaries ?? []).filter(({ position }) => position >= start || sent.has(position))
  return { start, messages, tokens: messages.map(count), opening, summaries, byCount: false }
}

/** Reads the messages of ranges that come before a position. */
export function readBefore(
  session: Session,
  ranges: Ranges,
  end: number,
  request: SourceRequest,
): Promise<readonly PlacedMessage[]> {
  return readRanges(
    session,
    ranges.map(([from, to]) => [from, Math.min(to, end)]),
    request,
  )
}

async function readRanges(session: Session, ranges: Ranges, request: SourceRequest): Promise<readonly PlacedMessage[]> {
  const read = await Promise.all(
    ranges.map(async ([start, end]) => {
      const messages = start < end ? await readMessages(session, start, end, request) : []
      return messages.map((message, index) => ({ message, position: start + index }))
    }),
  )
  return read.flat()
}
