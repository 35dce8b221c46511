import type { Message, Notice, Scope } from '@lamella/core'
import { nativeSummaryOf, summaryRange } from '@lamella/core/plugin'
import { openSession, type SessionStore } from '@lamella/store'

/** How summaries that only a provider can read are read: as they are, or as the messages that they replace. */
export type Opaque = 'shown' | 'replaced'

/** The session to read. */
export interface SessionPlace {
  readonly store: SessionStore
  readonly scope: Scope
  readonly session: string
}

/** A session as shown, with summaries instead of the messages they replace. */
export interface ShownSession {
  readonly revision: number
  /** Only messages that the store has as summaries are marked as summaries. */
  readonly messages: readonly Message[]
  /** The positions of each message in the session. */
  readonly places: readonly Place[]
  /** Whether one of them is a summary that only a provider can read. */
  readonly hasOpaque: boolean
  readonly notices: readonly Notice[]
  /** The messages as JSON, so that it does not matter if a summarizer mutates the messages it gets. */
  readonly texts: readonly string[]
}

interface Place {
  readonly start: number
  readonly end: number
}

/**
 * Reads a session as it is shown. Anyone who can append can mark a message as a summary of others. Such a message is
 * treated as an ordinary one here, because otherwise a new summary would replace messages that it does not cover.
 *
 * @param opaque Whether summaries that only a provider can read are shown, or the messages that they replace.
 * @returns `undefined` if the positions of the messages cannot be determined.
 * @throws errors of the store, and the reason of the signal
 */
export async function readShown(
  { store, scope, session: id }: SessionPlace,
  signal: AbortSignal,
  opaque: Opaque,
): Promise<ShownSession | undefined> {
  const session = await openSession(store, scope, id, opaque === 'shown' ? {} : { format: [] })
  const read = await session.read(0, session.length, { signal })
  const { revision, notices } = session
  const texts = read.map((message) => JSON.stringify(message))
  if (!read.some((message) => summaryRange(message))) {
    const places = read.map((_, start) => ({ start, end: start + 1 }))
    return { revision, messages: read, places, hasOpaque: false, notices, texts }
  }
  const compactions = (await store.compactions?.list(scope, id)) ?? []
  const known = new Set(compactions.map(({ start, end, text }) => JSON.stringify([start, end, text])))
  const messages: Message[] = []
  const places: Place[] = []
  let position = 0
  for (const message of read) {
    const range = summaryRange(message)
    const text = String(message.content).replace(/^[^\n]*\n/, '')
    const isKept = range?.start === position && known.has(JSON.stringify([range.start, range.end, text]))
    const place = isKept ? range : { start: position, end: position + 1 }
    messages.push(range && !isKept ? withoutMark(message) : message)
    places.push(place)
    position = place.end
  }
  const info = await store.info(scope, id)
  if (info?.revision === revision && info.length !== position) return undefined
  const hasOpaque = messages.some((message) => nativeSummaryOf(message)?.opaque)
  return { revision, messages, places, hasOpaque, notices, texts }
}

function withoutMark(message: Message): Message {
  const { lamella, ...others } = message.providerOptions ?? {}
  const { summary: _, ...rest } = lamella ?? {}
  return { ...message, providerOptions: { ...others, lamella: rest } }
}

/** Returns whether two readings show the same in a range of positions. */
export function showsSame(a: ShownSession, b: ShownSession, { start, end }: Place): boolean {
  const shownIn = ({ texts, places }: ShownSession): readonly string[] =>
    places.flatMap((place, index) =>
      place.start < end && place.end > start ? `${place.start} ${place.end} ${texts[index]}` : [],
    )
  const other = shownIn(b)
  const own = shownIn(a)
  return own.length === other.length && own.every((text, index) => text === other[index])
}
