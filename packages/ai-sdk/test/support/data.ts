import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssistantPart, Message } from '@lamella/core'
import { fromOpenAIChat } from '@lamella/wire/openai-chat'

const folder = process.env['LAMELLA_DATA']

/** The reason to skip tests on recorded data, or `undefined` to run them. */
export const noData: string | undefined =
  folder === undefined
    ? 'LAMELLA_DATA is not set: it names the folder of recorded conversations'
    : existsSync(folder)
      ? undefined
      : 'the folder that LAMELLA_DATA names does not exist'

if (noData !== undefined) console.log(`Tests on recorded data are skipped: ${noData}.`)

function readLines<Value>(path: string): readonly Value[] {
  const lines = readFileSync(join(folder ?? '', path), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Value)
}

/** Conversations between a customer and an airline's agent, from tau-bench. */
export function airline(): readonly (readonly Message[])[] {
  return readLines<{ messages: unknown }>('traces/tau-bench-airline.openai.jsonl').map(({ messages }) =>
    fromOpenAIChat(messages),
  )
}

interface Recorded {
  readonly type: string
  readonly message?: {
    readonly role: 'user' | 'assistant' | 'toolResult'
    readonly content: readonly { readonly type: string; readonly [key: string]: unknown }[]
    readonly toolCallId?: string
    readonly toolName?: string
  }
}

/** The first messages of a long session of a coding agent: parallel calls, calls that were never answered. */
export function coding(count: number): readonly Message[] {
  const records = readLines<Recorded>('traces/pi-large-session.session.jsonl')
  const messages = records.flatMap(({ type, message }) => (type === 'message' && message ? [canonical(message)] : []))
  return messages.filter(({ content }) => content.length > 0).slice(0, count)
}

function canonical({ role, content, toolCallId = '', toolName = '' }: Recorded['message'] & object): Message {
  const text = content.map((part) => String(part['text'] ?? '')).join('\n')
  if (role === 'user') return { role, content: text }
  if (role === 'toolResult') {
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: text } }],
    }
  }
  const parts = content.flatMap((part): readonly AssistantPart[] => {
    if (part.type === 'text') return part['text'] === '' ? [] : [{ type: 'text', text: String(part['text']) }]
    if (part.type !== 'toolCall') return []
    return [
      { type: 'tool-call', toolCallId: String(part['id']), toolName: String(part['name']), input: part['arguments'] },
    ]
  })
  return { role, content: parts }
}
