import type { AssistantMessage, Message, ToolMessage, ToolOutput, ToolPart, UserMessage, UserPart } from '@lamella/core'
import { plainValue } from '@lamella/core/plugin'
import { canonical } from './kept-texts.ts'

/**
 * Returns what is compared of messages, as text: one for each message, and one for each part of a message with results. Hosts repeat a conversation in forms of their own: results of several calls in one
 * message or in several, one text as text or as a part, thinking and provider options left out. So an answer is compared by
 * its text and its calls, a result by its call and output, a failure by its call, and none by provider options.
 */
export function atomsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? message.content.map(partKey) : [keyOf(message)]))
}

/** Returns the messages without the first `count` of their atoms: of a message that holds some of them, the other parts. */
export function afterAtoms(messages: readonly Message[], count: number): readonly Message[] {
  let left = count
  return messages.flatMap((message): readonly Message[] => {
    const size = message.role === 'tool' ? message.content.length : 1
    const taken = Math.min(left, size)
    left -= taken
    if (taken === size && size > 0) return []
    return taken === 0 || message.role !== 'tool' ? [message] : [{ ...message, content: message.content.slice(taken) }]
  })
}

function keyOf(message: Exclude<Message, ToolMessage>): string {
  switch (message.role) {
    case 'user':
      return canonical(['user', userContent(message)])
    case 'assistant':
      return canonical(['assistant', ...answerContent(message)])
    case 'system':
      return canonical(['system', message.content])
    default:
      return message satisfies never
  }
}

function userContent({ content }: UserMessage): unknown {
  if (typeof content === 'string') return [content]
  const parts = (plainValue({ role: 'user', content }) as UserMessage).content as readonly UserPart[]
  return parts.map((part) => {
    if (part.type === 'text') return part.text
    // An image is an image or a file to hosts.
    return [part.type === 'image' ? part.image : part.data]
  })
}

/** The text and the calls of an answer; whatever it has, if it has neither. */
function answerContent({ content }: AssistantMessage): readonly unknown[] {
  if (typeof content === 'string') return [content.trim(), []]
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const calls = content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  return text.trim() === '' && calls.length === 0 ? [content] : [text.trim(), calls]
}

/** Returns what is compared of a part of a message with results. */
export function partKey(part: ToolPart): string {
  switch (part.type) {
    case 'tool-result': {
      const { providerOptions: _, ...output } = part.output
      return canonical(['result', part.toolCallId, isFailure(output) ? 'failure' : output])
    }
    case 'tool-approval-response':
      return canonical(['approval', part.approvalId, part.approved])
    default:
      return part satisfies never
  }
}

/**
 * Whether a call has failed or was denied. The AI SDK writes both as an error where a conversation comes from the messages of its
 * UI, and hides the text of an error from them: 'An error occurred.' is what the next call then brings.
 *
 * Source: `convertToModelMessages` and `toUIMessageStream` (`onError`) of ai 6.0.322 and 7.0.173, read on 2026-12-01.
 */
function isFailure({ type }: ToolOutput): boolean {
  return type.startsWith('error') || type === 'execution-denied'
}
