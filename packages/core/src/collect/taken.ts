import type { Fragment } from '../contract/fragment.ts'
import type { Message } from '../contract/message.ts'
import type { Notice, Session } from '../contract/sources.ts'
import { LamellaError } from '../errors.ts'
import type { Collected } from './collect.ts'
import type { SharedRequest } from './load-layer.ts'

/**
 * Whether a layer shows the new message: it has looked at it, and offers something that is no message of the session. A layer of
 * the system prompt may have looked only to search by it, so its text must have that of the message. A layer that failed and is
 * omitted says so itself.
 */
export function takesMessage(
  { layer, status, result, looked }: Collected,
  { message, session }: SharedRequest,
): boolean {
  if (message === undefined || looked?.message !== true) return false
  if (status === 'failed') return true
  const text = textOf(message).trim()
  const isShown = ({ content, position = session.length }: Fragment): boolean =>
    position >= session.length &&
    (layer.placement === 'messages' || (typeof content === 'string' && text !== '' && content.includes(text)))
  return result.fragments.some(isShown)
}

/** The error for a new message that no layer shows. */
export function messageNotTaken(): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({
    code: 'REQUEST_INVALID',
    what: 'The request has a new message, but no layer shows it.',
    fix: 'Add message() of @lamella/layers, or a layer of your own that returns request.message.',
    details: { key: 'message' },
  })
}

/** The notices for a session that no layer reads. */
export function sessionNotices(collected: readonly Collected[], { length }: Session): readonly Notice[] {
  if (length === 0 || collected.some(({ looked }) => looked?.session === true)) return []
  return [
    {
      code: 'SESSION_NOT_READ',
      what: `The request has a session of ${length} messages, but no layer reads it.`,
      fix: 'Add history() of @lamella/layers, or omit the session.',
      details: { length },
    },
  ]
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
