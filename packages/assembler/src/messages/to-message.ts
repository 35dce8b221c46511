import { isObject, LamellaError, type Message } from '@lamella/core'
import { fromSessionMessage, type SessionMessage } from '@lamella/wire/messages'

const roles: readonly unknown[] = ['system', 'user', 'assistant', 'tool']

/**
 * A record of a session as a canonical message. What is one already stays the same object: it has a role, and no type.
 *
 * @throws LamellaError `WIRE_DECODE` for what is neither
 */
export function toMessage(record: Message | SessionMessage): Message {
  const { role, type }: { readonly role?: unknown; readonly type?: unknown } = isObject(record) ? record : {}
  if (role === undefined || type !== undefined) return fromSessionMessage(record as SessionMessage)
  checkMessage(record as Message)
  return record as Message
}

/**
 * Refuses what has no role of a message, or no content.
 *
 * @throws LamellaError `WIRE_DECODE`
 */
export function checkMessage(message: Message): void {
  const { role, content }: { readonly role?: unknown; readonly content?: unknown } = isObject(message) ? message : {}
  if (!roles.includes(role)) throw invalid('role', `no role of ${roles.join(', ')}`)
  const canBeText = role !== 'tool' && typeof content === 'string'
  const canBeList = role !== 'system' && Array.isArray(content)
  if (!canBeText && !canBeList) throw invalid('content', `no content that the role ${role} can have`)
}

function invalid(path: string, what: string): Error {
  // The same code and details as wire's own, so that a caller has one case for a store's bad message.
  const details: object = { path, problem: `has ${what}` }
  return new LamellaError<'WIRE_DECODE'>({
    code: 'WIRE_DECODE',
    message: `A message has ${what}.`,
    fix: 'Give a message of the AI SDK, or a record with a type of a session message.',
    details,
  })
}
