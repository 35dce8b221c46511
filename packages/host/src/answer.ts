import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@lamella/core'
import { withoutMarksFromOutside } from '@lamella/store'

/** Returns the messages of an answer that say or call something: thinking alone is no answer. */
export function answerOf(
  messages: readonly (AssistantMessage | ToolMessage)[],
  marks: string | undefined,
): readonly Message[] {
  const own = messages.map((message) => withoutMarksFromOutside(message, marks))
  const first = own.findIndex((message) => message.role === 'assistant' && says(message))
  return first < 0 ? [] : own.slice(first).filter((message) => message.role === 'tool' || says(message))
}

function says({ content }: AssistantMessage): boolean {
  if (typeof content === 'string') return content !== ''
  return content.some((part) => part.type !== 'reasoning' && !(part.type === 'text' && part.text === ''))
}

/** Splits off the user's message at the end, which waits for its answer. */
export function withQuestion(messages: readonly Message[]): {
  readonly before: readonly Message[]
  readonly message: UserMessage | undefined
} {
  const last = messages.at(-1)
  return last?.role === 'user'
    ? { before: messages.slice(0, -1), message: last }
    : { before: messages, message: undefined }
}
