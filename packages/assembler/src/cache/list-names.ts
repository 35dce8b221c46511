import { createBoundedMap } from '@lamella/core/plugin'
import { canonicalKey } from './canonical-key.ts'

/**
 * Returns a name for the messages of a session: the same as for the list before, if it has the same content, and else one
 * that was never used.
 *
 * @throws LamellaError `OPTION_INVALID` for a message whose content cannot be compared
 */
export type ListNameOf = (session: string, messages: readonly unknown[]) => string

interface Known {
  readonly messages: readonly unknown[]
  readonly name: string
}

/**
 * Creates names for lists of messages that have no revision. A list is compared with the one before, message by message: the
 * same objects cost nothing, so they must not change after they were first seen. Writing all of it into a key takes longer than
 * building the context.
 *
 * @param maxSessions How many lists are remembered. Another one gets a new name, which causes one cache miss.
 */
export function createListNames(maxSessions: number): ListNameOf {
  const lists = createBoundedMap<string, Known>(Math.max(1, maxSessions))
  const texts = new WeakMap<object, string>()
  let count = 0
  const textOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return canonicalKey(value)
    const text = texts.get(value) ?? canonicalKey(value)
    texts.set(value, text)
    return text
  }
  const isSame = (one: unknown, other: unknown): boolean =>
    one === other || haveSameText(one, other) || textOf(one) === textOf(other)
  return (session, messages) => {
    const known = lists.get(session)
    const { length } = messages
    const isKnown =
      known?.messages.length === length && known.messages.every((one, index) => isSame(one, messages[index]))
    if (known && isKnown) return known.name
    // Messages that cannot be compared must be found now: the next list may have others.
    for (const one of messages) if (!isPlainText(one)) textOf(one)
    const name = `${++count}`
    lists.set(session, { messages: [...messages], name })
    return name
  }
}

/** Whether a message has a role, text as its content, and nothing else. */
function isPlainText(value: unknown): value is { readonly role: string; readonly content: string } {
  if (typeof value !== 'object' || value === null) return false
  const { role, content } = value as Readonly<Record<string, unknown>>
  return typeof role === 'string' && typeof content === 'string' && Object.keys(value).length === 2
}

function haveSameText(one: unknown, other: unknown): boolean {
  return isPlainText(one) && isPlainText(other) && one.role === other.role && one.content === other.content
}
