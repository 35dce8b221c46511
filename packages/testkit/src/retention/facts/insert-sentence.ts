import type { AssistantPart, JsonValue, Message, ToolOutput, ToolResultPart, UserPart } from '@lamella/core'
import type { Random } from '../random.ts'

/** Returns whether a sentence can be planted in a message: if it has a text or a result to add it to. */
export function canHold(message: Message): boolean {
  if (message.role === 'system') return false
  if (typeof message.content === 'string') return true
  const parts = message.content as readonly { readonly type: string }[]
  if (message.role === 'tool') return resultIn(message.content) >= 0
  return parts.some(({ type }) => type === 'text')
}

/**
 * Returns a copy of a message with a sentence in it: before or after the text that a person or the model wrote, in a field of a
 * result that is JSON, on a line of its own in any other result.
 */
export function withSentence(message: Message, sentence: string, random: Random): Message {
  if (message.role === 'tool') {
    const at = resultIn(message.content)
    const content = message.content.map((part, index) =>
      index === at ? { ...part, output: withLine((part as ToolResultPart).output, sentence, random) } : part,
    )
    return { ...message, content }
  }
  const add = (text: string): string => (random.below(2) === 0 ? `${text}\n\n${sentence}` : `${sentence}\n\n${text}`)
  if (typeof message.content === 'string') return { ...message, content: add(message.content) } as Message
  const parts = message.content as readonly (UserPart | AssistantPart)[]
  const at = parts.findIndex(({ type }) => type === 'text')
  const content = parts.map((part, index) =>
    index === at && part.type === 'text' ? { ...part, text: add(part.text) } : part,
  )
  return { ...message, content } as Message
}

function resultIn(parts: readonly { readonly type: string }[]): number {
  return parts.findIndex(
    (part) => part.type === 'tool-result' && ['text', 'json'].includes((part as ToolResultPart).output.type),
  )
}

function withLine(output: ToolOutput, sentence: string, random: Random): ToolOutput {
  if (output.type === 'json') return { ...output, value: withNote(output.value, sentence) as JsonValue }
  if (output.type !== 'text') return output
  const json = objectIn(output.value)
  if (json) return { ...output, value: JSON.stringify(withNote(json, sentence)) }
  const lines = output.value.split('\n')
  const at = random.below(lines.length + 1)
  return { ...output, value: [...lines.slice(0, at), sentence, ...lines.slice(at)].join('\n') }
}

function withNote(value: unknown, note: string): object {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return { result: value, note }
  let [name, number] = ['note', 1]
  while (Object.hasOwn(value, name)) name = `note${++number}`
  return { ...value, [name]: note }
}

function objectIn(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}
