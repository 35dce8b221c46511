import { LamellaError, type Message } from '@lamella/core'
import { isObject, messageFix, messageProblem } from '@lamella/core/plugin'
import { fromSessionMessage, type SessionMessage } from '@lamella/wire/messages'

/**
 * A record of a session as a canonical message. What is one already stays the same object: it has a role, and no type.
 *
 * @throws LamellaError `WIRE_DECODE` for what is neither
 */
export function toMessage(record: Message | SessionMessage): Message {
  const { role, type }: { readonly role?: unknown; readonly type?: unknown } = isObject(record) ? record : {}
  const message =
    role === undefined || type !== undefined ? fromSessionMessage(record as SessionMessage) : (record as Message)
  checkMessage(message)
  return message
}

/**
 * Refuses what is not a message.
 *
 * @throws LamellaError `WIRE_DECODE`
 */
export function checkMessage(message: Message): void {
  const found = messageProblem(message)
  if (!found) return
  // The same code and details as wire's own, so that a caller has one case for a store's bad message.
  const details: object = { path: found.path.replace(/^\./, ''), problem: found.problem }
  throw new LamellaError<'WIRE_DECODE'>({
    code: 'WIRE_DECODE',
    what: `A message is not as it should be: message${found.path} ${found.problem}.`,
    fix: messageFix([message], 'Give a message of the AI SDK, or a record with a type of a session message.'),
    details,
  })
}
