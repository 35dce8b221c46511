import type { AssistantPart, Message, ToolPart } from '@lamella/core'

/** A conversation while it is read, item by item. */
export interface History {
  /** Adds a separate message. */
  add(message: Message): void
  /** Adds model output: consecutive items become one message. */
  answer(parts: readonly AssistantPart[]): void
  /** Adds answers of a client or a user to calls: consecutive items become one message. */
  reply(part: ToolPart): void
  readonly messages: Message[]
}

/** Creates an empty history. It owns the lists in its messages, so they may grow during reading. */
export function createHistory(): History {
  const messages: Message[] = []
  return {
    messages,
    add: (message) => void messages.push(message),
    answer: (parts) => {
      const last = messages.at(-1)
      if (last?.role === 'assistant' && Array.isArray(last.content)) for (const part of parts) last.content.push(part)
      else messages.push({ role: 'assistant', content: [...parts] })
    },
    reply: (part) => {
      const last = messages.at(-1)
      if (last?.role === 'tool') last.content.push(part)
      else messages.push({ role: 'tool', content: [part] })
    },
  }
}

/** A plain assistant text becomes a string, as in a handwritten conversation. */
export function plainText(message: Message): Message {
  if (message.role !== 'assistant' || typeof message.content === 'string' || message.content.length > 1) return message
  const [part] = message.content
  if (part === undefined) return { role: 'assistant', content: '' }
  return part.type === 'text' && part.providerOptions === undefined
    ? { role: 'assistant', content: part.text }
    : message
}
