import type { Message, Session } from '@lamella/core'

/** Longer sessions are not read in full just to measure them. Characters as counted by the store. */
const mostMessages = 500
const mostCharacters = 2_000_000

/** The facts about a session that are known without reading more of it. */
export interface KnownSession {
  readonly session: Session
  /** The messages at its end. */
  readonly end: readonly Message[]
  /** The number of messages in its store, where summaries may replace some of them. */
  readonly stored: number
}

/**
 * Returns the tokens of a whole session, whatever window it was built for: counted, or estimated from its size and its
 * newest messages if it has more than 500 messages or 2,000,000 characters.
 *
 * @param upTo The number of messages, as shown, in the session.
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
  // The sizes in a store are those of the summarized messages, not of the summary.
  const share = stored === length && unread < size ? unread / (size - unread) : from / end.length
  return known + Math.round(share * count(end))
}
