import type { BuildRequest } from '../contract/context.ts'
import type { Message, UserMessage } from '../contract/message.ts'
import type { Notice, Session } from '../contract/sources.ts'
import { coreError } from '../errors.ts'
import { summaryRange } from '../messages/summary-message.ts'
import { withDeadline } from '../with-deadline.ts'
import { sessionView } from './check-request.ts'

/** How many messages one backward read returns. Equal to the history's chunk size, so that both share one read. */
const chunk = 64

/** How far back to look for the question of a turn. */
const reach = 2_048

/** The question of a turn when a request is made in its middle, and the session, whose end has been read. */
interface OpenQuestion {
  readonly query: string
  readonly question: UserMessage | undefined
  readonly session: Session
}

/** Returns the text of a user message. */
export function textOf({ content }: UserMessage): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/**
 * Looks back for the newest user message, which is the question that an agent's loop answers. Messages read on the way
 * are not read again. If the session cannot be read, or not in time, there is no question here: the layers that need
 * the session report it, each by its own policy.
 */
export async function openQuestion(
  session: Session,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<OpenQuestion> {
  const { length } = session
  let end: readonly Message[] = []
  let question: UserMessage | undefined
  const look = async (own: AbortSignal): Promise<void> => {
    for (let to = length; to > Math.max(0, length - reach); ) {
      const from = Math.max(0, to - chunk)
      const messages = await session.read(from, to, { signal: own })
      if (own.aborted) return
      end = end.length === 0 ? messages : [...messages, ...end]
      const asked = messages.findLast((message) => message?.role === 'user' && summaryRange(message) === undefined)
      question = asked as UserMessage | undefined
      if (asked) return
      to = from
    }
  }
  await withDeadline(look, { what: 'The build', signal, deadline }).catch(() => {})
  const query = question ? textOf(question) : ''
  return { query, question, session: end.length === 0 ? session : knowingItsEnd(session, length, end) }
}

/** Wraps a session so that the messages at its end are not read again. */
function knowingItsEnd(session: Session, length: number, end: readonly Message[]): Session {
  const from = length - end.length
  return sessionView(session, async (start, stop, request) => {
    const known = end.slice(Math.max(0, start - from), Math.max(0, stop - from))
    if (start >= from) return known
    return [...(await session.read(start, Math.min(stop, from), request)), ...known]
  })
}

/** Returns the notices of the caller about the request. @throws LamellaError `REQUEST_INVALID` */
export function requestNotices({ notices = [] }: Pick<BuildRequest, 'notices'>): readonly Notice[] {
  if (Array.isArray(notices) && notices.every((one) => typeof one?.code === 'string' && typeof one.what === 'string')) {
    return notices
  }
  throw coreError(
    'REQUEST_INVALID',
    'notices is not a list of notices.',
    'A notice is { code, what, fix?, from?, details? }.',
    { key: 'notices' },
  )
}
