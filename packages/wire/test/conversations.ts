import type { AssistantPart, Message } from '@lamella/core'
import { fromOpenAIChat } from '@lamella/wire/openai-chat'
import { readLines } from './data.ts'
import { randomFrom } from './random.ts'

/** 100 conversations between a customer and an airline's agent, from tau-bench. They reuse tool call ids. */
export function airlineConversations(): Message[][] {
  return readLines<{ messages: unknown }>('traces/tau-bench-airline.openai.jsonl').map(({ messages }) =>
    fromOpenAIChat(messages),
  )
}

interface Recorded {
  readonly type: string
  readonly message?: RecordedMessage
}

interface RecordedMessage {
  readonly role: 'user' | 'assistant' | 'toolResult'
  readonly content: readonly RecordedPart[]
  readonly toolCallId?: string
  readonly toolName?: string
  readonly isError?: boolean
}

interface RecordedPart {
  readonly type: 'text' | 'thinking' | 'toolCall'
  readonly text?: string
  readonly thinking?: string
  readonly thinkingSignature?: string
  readonly id?: string
  readonly name?: string
  readonly arguments?: unknown
}

/** One long session of a coding agent: parallel calls, calls that were aborted and never answered, empty messages. */
export function codingSession(): Message[] {
  const records = readLines<Recorded>('traces/pi-large-session.session.jsonl')
  return records.flatMap(({ type, message }) => (type === 'message' && message ? [canonical(message)] : []))
}

function canonical({ role, content, toolCallId = '', toolName = '', isError = false }: RecordedMessage): Message {
  if (role === 'assistant') return { role, content: content.map(assistantPart) }
  const text = content.map((part) => part.text ?? '').join('\n')
  if (role === 'user') return { role, content: [{ type: 'text', text }] }
  const output = { type: isError ? ('error-text' as const) : ('text' as const), value: text }
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
}

function assistantPart(part: RecordedPart): AssistantPart {
  switch (part.type) {
    case 'toolCall':
      return { type: 'tool-call', toolCallId: part.id ?? '', toolName: part.name ?? '', input: part.arguments }
    case 'thinking': {
      const signature = part.thinkingSignature ?? ''
      return { type: 'reasoning', text: part.thinking ?? '', providerOptions: { anthropic: { signature } } }
    }
    default:
      return { type: 'text', text: part.text ?? '' }
  }
}

/** Returns the given number of excerpts of a conversation; the same for the same seed. */
export function cutsOf(messages: readonly Message[], count: number, seed: number): Message[][] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const start = random(messages.length)
    return messages.slice(start, start + 1 + random(messages.length - start))
  })
}
