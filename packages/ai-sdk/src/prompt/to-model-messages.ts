import type { Message, Part } from '@lamella/core'
import { carriedPart } from './carried.ts'

/** Returns canonical messages as `ModelMessage`s: the same, but for parts that only the SDK knows. */
export function toModelMessages(messages: readonly Message[]): Message[] {
  return messages.map((message) => {
    const { content } = message
    if (typeof content === 'string' || !content.some((part) => part.type === 'text' && carriedPart(part)))
      return message
    const parts = (content as readonly Part[]).map((part) =>
      part.type === 'text' ? (carriedPart(part) ?? part) : part,
    )
    return { ...message, content: parts } as Message
  })
}
