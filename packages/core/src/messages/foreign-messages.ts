import type { MessageFormat } from '../contract/message.ts'
import { isObject } from '../options.ts'

/** The name of each format's messages, and how to convert them to canonical ones. */
const names: Readonly<Record<MessageFormat, readonly [what: string, fix: string]>> = {
  'openai-chat': ['OpenAI messages', 'use `fromOpenAIChat` of @lamella/wire/openai-chat'],
  'openai-responses': ['items of OpenAI Responses', 'use `fromOpenAIResponses` of @lamella/wire/openai-responses'],
  anthropic: ['Anthropic messages', 'use `fromAnthropic` of @lamella/wire/anthropic'],
  gemini: ['Gemini contents', 'use `fromGemini` of @lamella/wire/gemini'],
  'ai-sdk-4': ['messages of AI SDK 4', 'rename their fields to `input`, `output: { type, value }` and `mediaType`'],
  'ai-sdk-ui': ['UI messages', 'use `convertToModelMessages` of the AI SDK'],
}

/** Returns how to convert messages of a format, as a sentence. */
export function fixOf(format: MessageFormat): string {
  const [what, fix] = names[format]
  return `These look like ${what}: ${fix}.`
}

/** Fields and part types that are unique to the messages of one format. */
const fields = byWord({
  'openai-chat': 'tool_calls tool_call_id function_call refusal',
  'openai-responses': 'call_id',
  'ai-sdk-4': 'args result mimeType toolInvocations',
  anthropic: 'source tool_use_id',
})
const types = byWord({
  'openai-chat': 'image_url input_audio refusal',
  'openai-responses': 'input_text input_image input_file output_text function_call function_call_output',
  anthropic: 'tool_use tool_result thinking redacted_thinking',
  'ai-sdk-4': 'redacted-reasoning',
})

function byWord(words: Readonly<Partial<Record<MessageFormat, string>>>): ReadonlyMap<string, MessageFormat> {
  const entries = Object.entries(words) as [MessageFormat, string][]
  return new Map(entries.flatMap(([format, list]) => list.split(' ').map((word) => [word, format] as const)))
}

/** Returns the format of a non-canonical message, judged by it or its neighbours; `undefined` if unrecognized. */
export function formatOf(messages: readonly unknown[]): MessageFormat | undefined {
  for (const message of messages) {
    const found = isObject(message) ? formatOfMessage(message) : undefined
    if (found) return found
  }
  // Only OpenAI has assistant messages without content and a developer role.
  const isOpenAI = (one: unknown): boolean =>
    isObject(one) && ((one['role'] === 'assistant' && one['content'] === null) || one['role'] === 'developer')
  return messages.some(isOpenAI) ? 'openai-chat' : undefined
}

function formatOfMessage(message: Readonly<Record<string, unknown>>): MessageFormat | undefined {
  const { parts, content } = message
  if (Array.isArray(parts)) return parts.some((part) => isObject(part) && 'type' in part) ? 'ai-sdk-ui' : 'gemini'
  for (const one of [message, ...(Array.isArray(content) ? (content as readonly unknown[]) : [])]) {
    if (!isObject(one)) continue
    const type = String(one['type'])
    const format = types.get(type)
    if (format) return format
    // OpenAI Chat puts a file in a field of its own.
    if (type === 'file' && isObject(one['file'])) return 'openai-chat'
    const field = Object.keys(one).find((key) => fields.has(key) && one[key] !== undefined)
    if (field) return fields.get(field)
  }
  return undefined
}
