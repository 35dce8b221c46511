import type { AssistantPart, Message, ToolPart } from '@lamella/core'

/** A conversation as it is read item by item. */
export interface History {
  /** A message of its own. */
  add(message: Message): void
  /** What the model said, thought or called: items in a row are one message. */
  answer(parts: readonly AssistantPart[]): void
  /** What a client or a person answered to calls: items in a row are one message. */
  reply(part: ToolPart): void
  readonly messages: Message[]
}

/** A new history. The lists in its messages are its own, so they may grow while it is read. */
export function createHistory(): History {
  const messages: Message[] = []
  return {
    messages,
    add: (message) => void messages.push(message),
    answer: (parts) => {
      const last = messages.at(-1)
      if (last?.role === 'assistant' && Array.isArray(last.content)) last.content.push(...parts)
      else messages.push({ role: 'assistant', content: [...parts] })
    },
    reply: (part) => {
      const last = messages.at(-1)
      if (last?.role === 'tool') last.content.push(part)
      else messages.push({ role: 'tool', content: [part] })
    },
  }
}

/** What the assistant said alone, without anything beside it, is text: as in a conversation that a person writes down. */
export function plainText(message: Message): Message {
  if (message.role !== 'assistant' || typeof message.content === 'string' || message.content.length > 1) return message
  const [part] = message.content
  if (part === undefined) return { role: 'assistant', content: '' }
  return part.type === 'text' && part.providerOptions === undefined
    ? { role: 'assistant', content: part.text }
    : message
}
