import { LamellaError, type Message } from '@lamella/core'
import { isObject, messageFix, messageProblem } from '@lamella/core/plugin'
import type { SessionMessage } from '@lamella/wire/messages'
import { messageOf } from '../assembly/as-messages.ts'

/**
 * Turns a session record into a canonical message. A value with a role and no type is a message already and is returned
 * as the same object.
 *
 * @throws LamellaError `WIRE_DECODE` for values that are neither
 */
export function toMessage(record: Message | SessionMessage): Message {
  const { role, type }: { readonly role?: unknown; readonly type?: unknown } = isObject(record) ? record : {}
  const message = role === undefined || type !== undefined ? messageOf(record as SessionMessage) : (record as Message)
  checkMessage(message)
  return message
}

/**
 * Rejects values that are not messages.
 *
 * @throws LamellaError `WIRE_DECODE`
 */
export function checkMessage(message: Message): void {
  const found = messageProblem(message)
  if (!found) return
  // The same code and details as in wire, so that callers handle a store's invalid message in one case.
  const details: object = { path: found.path.replace(/^\./, ''), problem: found.problem }
  throw new LamellaError<'WIRE_DECODE'>({
    code: 'WIRE_DECODE',
    what: `A message is invalid: message${found.path} ${found.problem}.`,
    fix: `Pass a message, or a record with the type of a session message. ${messageFix}`,
    details,
  })
}
