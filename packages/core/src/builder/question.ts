import { createDeadlines } from '../collect/deadlines.ts'
import type { Message, UserMessage } from '../contract/message.ts'
import type { Session } from '../contract/sources.ts'
import { summaryRange } from '../messages/summary-message.ts'
import { sessionView } from './session-view.ts'

/** Messages that one look back reads. As many as a history reads, so that both are one look. */
const chunk = 64

/** How far back the question of a turn is looked for. */
const reach = 2_048

/** The question of a turn in whose middle a request is made, and the session, whose end has been read. */
export interface OpenQuestion {
  readonly query: string
  readonly session: Session
}

/** The text of a message of the user. */
export function textOf({ content }: UserMessage): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/**
 * Looks back for the newest message of the user, which is the question that an agent's loop answers. What was read on the way
 * is not read again. A session that cannot be read, or not in time, has no question here: the layers that need it say so,
 * each by its own policy.
 */
export async function openQuestion(
  session: Session,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<OpenQuestion> {
  const stop = new AbortController()
  const onAbort = (): void => stop.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const deadlines = createDeadlines(stop.signal)
  const { length } = session
  let end: readonly Message[] = []
  let query = ''
  const look = async (): Promise<void> => {
    for (let to = length; to > Math.max(0, length - reach); ) {
      const from = Math.max(0, to - chunk)
      const messages = await session.read(from, to, { signal: stop.signal })
      if (stop.signal.aborted) return
      end = end.length === 0 ? messages : [...messages, ...end]
      const asked = messages.findLast((message) => message?.role === 'user' && summaryRange(message) === undefined)
      if (asked) query = textOf(asked as UserMessage)
      if (asked) return
      to = from
    }
  }
  await new Promise<void>((resolve) => {
    const settled = deadlines.watch(deadline, () => {
      resolve()
      stop.abort()
    })
    const done = (): void => {
      settled()
      resolve()
    }
    look().then(done, done)
  })
  signal?.removeEventListener('abort', onAbort)
  return { query, session: end.length === 0 ? session : knowingItsEnd(session, length, end) }
}

/** The same session, which gives the messages at its end without reading them again. */
function knowingItsEnd(session: Session, length: number, end: readonly Message[]): Session {
  const from = length - end.length
  return sessionView(session, async (start, stop, request) => {
    const known = end.slice(Math.max(0, start - from), Math.max(0, stop - from))
    if (start >= from) return known
    return [...(await session.read(start, Math.min(stop, from), request)), ...known]
  })
}
