import type { Message, UpdateMark } from '../contract/message.ts'
import { isObject } from '../options.ts'

/**
 * The key of `providerOptions` of a message that only carries a record of another program through a store: `{ of }` names the
 * program. No request can hold such a message, so every function that accepts messages rejects it; only stores take it.
 */
export const recordMark = 'lamella:record'

/**
 * Returns the mark of a message that announces a change inside a run; `undefined` for other messages. Only the builder sets
 * it: it strips the mark from sessions, from new messages and from what layers return.
 *
 * @example
 * updateMark({ role: 'user', content: 'Hello' }) // undefined
 */
export function updateMark({ role, providerOptions }: Message): UpdateMark | undefined {
  const mark: unknown = role === 'user' ? providerOptions?.['lamella']?.['update'] : undefined
  if (!isObject(mark)) return undefined
  const { by } = mark
  return by === 'owner' || by === 'data' ? (mark as unknown as UpdateMark) : undefined
}

/** Returns messages without forged marks of updates; the same list if there are none. */
export function withoutUpdateMarks(messages: readonly Message[]): readonly Message[] {
  return messages.some(hasMark) ? messages.map(unmarked) : messages
}

function hasMark({ providerOptions }: Message): boolean {
  return providerOptions?.['lamella']?.['update'] !== undefined
}

function unmarked<Kind extends Message>(message: Kind): Kind {
  if (!hasMark(message)) return message
  const { providerOptions, ...rest } = message
  const { lamella, ...others } = providerOptions ?? {}
  const { update: _, ...marks } = lamella ?? {}
  const kept = Object.keys(marks).length > 0 ? { ...others, lamella: marks } : others
  return (Object.keys(kept).length > 0 ? { ...rest, providerOptions: kept } : rest) as Kind
}
