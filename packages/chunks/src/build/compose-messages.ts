import type { Message } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import type { ContextMessage } from '../contract/context.ts'

/** Between what stands in one message. */
const separator = '\n\n'

/** Messages of one role that stand behind each other become one. What a renderer wrote nothing of is nothing to say. */
export function mergeMessages(parts: readonly ContextMessage[]): ContextMessage[] {
  const messages: ContextMessage[] = []
  const said = parts.filter(({ content }) => content !== '')
  let texts: string[] = []
  for (const [index, { role, content }] of said.entries()) {
    texts.push(content)
    if (said[index + 1]?.role === role) continue
    messages.push({ role, content: texts.join(separator) })
    texts = []
  }
  return messages
}

/** Tokens of a request of these messages: each text counted whole, and the framing. */
export function countMessages(messages: readonly ContextMessage[], counter: Counter): number {
  return messages.reduce((sum, message) => sum + counter.message(message), counter.framing.request)
}

/**
 * Tokens of a chunk for the plan: as if it were a message of its own with a separator behind it. Merged it takes no more,
 * but for tokenizers that count a text higher than its parts; those are found out when the whole is counted.
 */
export function plannedTokens(content: string | readonly Message[], counter: Counter): number {
  if (typeof content === 'string') return counter.text(content)
  return content.reduce((sum, message) => {
    const text = typeof message.content === 'string' ? message.content : ''
    return sum + counter.framing.message + counter.text(text + separator)
  }, 0)
}
