import type { Message, Session } from '@lamella/core'

/** A longer session is not read whole just to say how long it is. Characters as the store counts them. */
const mostMessages = 500
const mostCharacters = 2_000_000

/** What is known of a session without reading more of it. */
export interface KnownSession {
  readonly session: Session
  /** The messages at its end. */
  readonly end: readonly Message[]
  /** How many messages its store has, where summaries may stand for some of them. */
  readonly stored: number
}

/**
 * Tokens of a whole session, whatever window it was built for: counted, or estimated from its size and its newest messages where it
 * has more than 500 messages or 2,000,000 characters.
 *
 * @param upTo Messages, as shown, that belong to it.
 */
export async function sessionTokens(
  { session, end, stored }: KnownSession,
  upTo: number,
  count: (messages: readonly Message[]) => number,
  signal: AbortSignal,
): Promise<number> {
  const { length } = session
  const from = length - end.length
  const known = count(end.slice(0, upTo - from))
  if (from <= 0) return known
  const size = session.sizeBefore?.(length) ?? 0
  if (length <= mostMessages && size <= mostCharacters) {
    return known + count(await session.read(0, from, { signal }))
  }
  const unread = session.sizeBefore?.(from) ?? 0
  // Sizes of a store are those of what a summary stands for, not of the summary.
  const share = stored === length && unread < size ? unread / (size - unread) : from / end.length
  return known + Math.round(share * count(end))
}
