import type { Message, Session } from '@lamella/core'
import { checkMessages, type PlacedMessage, summaryRange } from '@lamella/core/plugin'

/** A session in memory. Append-only; appended messages never change. */
export interface MemorySession extends Session {
  append(...messages: readonly Message[]): void
  sizeBefore(position: number): number
}

/**
 * Creates a session that lives as long as the program and knows the size of its content, so that history pages can be
 * derived from sizes as well as from numbers.
 *
 * @throws LamellaError `MESSAGE_INVALID`, also from `append`, which then adds nothing
 * @example
 * const session = createSession()
 * session.append({ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi!' })
 */
export function createSession(messages: readonly Message[] = []): MemorySession {
  const all: Message[] = []
  /** The characters of all messages before each position, and at the end the total. */
  const sizes = [0]
  const summaries: PlacedMessage[] = []
  const add = (more: readonly Message[]): void => {
    for (const message of checkMessages(more, 'messages')) {
      if (summaryRange(message)) summaries.push({ position: all.length, message })
      all.push(message)
      sizes.push((sizes.at(-1) ?? 0) + sizeOf(message))
    }
  }
  add(messages)
  return {
    get length() {
      return all.length
    },
    append: (...more) => add(more),
    read: (start, end) => all.slice(start, end),
    get summaries() {
      return [...summaries]
    },
    sizeBefore: (position) => sizes[position] ?? sizes.at(-1) ?? 0,
  }
}

/** Returns the characters of a message's content, as JSON if it has parts. Bytes of images and files are not counted. */
function sizeOf(message: Message): number {
  if (typeof message.content === 'string') return message.content.length
  const text = JSON.stringify(message.content, (_, value: unknown) => (ArrayBuffer.isView(value) ? '' : value))
  return text.length
}
