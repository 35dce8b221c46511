import type { Message } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import type { ContextMessage } from '../contract/context.ts'

/** Separates chunks within one message. */
const separator = '\n\n'

/** Merges consecutive messages of one role. Skips chunks that a renderer wrote as empty text. */
export function mergeMessages(parts: readonly ContextMessage[]): ContextMessage[] {
  const messages: ContextMessage[] = []
  const nonEmpty = parts.filter(({ content }) => content !== '')
  let texts: string[] = []
  for (const [index, { role, content }] of nonEmpty.entries()) {
    texts.push(content)
    if (nonEmpty[index + 1]?.role === role) continue
    messages.push({ role, content: texts.join(separator) })
    texts = []
  }
  return messages
}

/** Counts the tokens of a request with these messages: each text counted whole, plus the framing. */
export function countMessages(messages: readonly ContextMessage[], counter: Counter): number {
  return messages.reduce((sum, message) => sum + counter.message(message), counter.framing.request)
}

/**
 * Counts the tokens of a chunk for the plan, as if it were its own message followed by a separator. Merged, it takes no
 * more, except with tokenizers that count a text higher than its parts; counting the whole catches those.
 */
export function plannedTokens(content: string | readonly Message[], counter: Counter): number {
  if (typeof content === 'string') return counter.text(content)
  return content.reduce((sum, message) => {
    const text = typeof message.content === 'string' ? message.content : ''
    return sum + counter.framing.message + counter.text(text + separator)
  }, 0)
}
