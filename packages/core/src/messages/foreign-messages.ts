import type { MessageFormat } from '../contract/message-format.ts'
import { isObject } from '../options.ts'

/** What to do with messages of each, as a sentence. */
export const fixes: Readonly<Record<MessageFormat, string>> = {
  'openai-chat': 'These look like OpenAI messages: use `fromOpenAIChat` of @lamella/wire/openai-chat.',
  'openai-responses':
    'These look like items of OpenAI Responses: use `fromOpenAIResponses` of @lamella/wire/openai-responses.',
  anthropic: 'These look like Anthropic messages: use `fromAnthropic` of @lamella/wire/anthropic.',
  gemini: 'These look like Gemini contents: use `fromGemini` of @lamella/wire/gemini.',
  'ai-sdk-4':
    'These look like messages of AI SDK 4: give arguments as `input`, a result as `output: { type, value }`, a type of media as `mediaType`.',
  'ai-sdk-ui': 'These look like UI messages: use `convertToModelMessages` of the AI SDK.',
}

/** Fields, and types of parts, that messages of one format alone have. */
const fields: Readonly<Record<string, MessageFormat>> = {
  tool_calls: 'openai-chat',
  tool_call_id: 'openai-chat',
  function_call: 'openai-chat',
  refusal: 'openai-chat',
  call_id: 'openai-responses',
  args: 'ai-sdk-4',
  result: 'ai-sdk-4',
  mimeType: 'ai-sdk-4',
  toolInvocations: 'ai-sdk-4',
  source: 'anthropic',
  tool_use_id: 'anthropic',
}
const types: Readonly<Record<string, MessageFormat>> = {
  image_url: 'openai-chat',
  input_audio: 'openai-chat',
  refusal: 'openai-chat',
  input_text: 'openai-responses',
  input_image: 'openai-responses',
  input_file: 'openai-responses',
  output_text: 'openai-responses',
  function_call: 'openai-responses',
  function_call_output: 'openai-responses',
  tool_use: 'anthropic',
  tool_result: 'anthropic',
  thinking: 'anthropic',
  redacted_thinking: 'anthropic',
  'redacted-reasoning': 'ai-sdk-4',
}

/** Whose message one looks like that is not canonical, or one beside it; `undefined` where nothing tells. */
export function formatOf(messages: readonly unknown[]): MessageFormat | undefined {
  for (const message of messages) {
    const found = isObject(message) ? formatOfMessage(message) : undefined
    if (found) return found
  }
  // Nobody else writes an assistant without content, or calls the system a developer.
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
    if (Object.hasOwn(types, type)) return types[type]
    // A file of OpenAI Chat stands in a field of its own.
    if (type === 'file' && isObject(one['file'])) return 'openai-chat'
    const field = Object.keys(one).find((key) => Object.hasOwn(fields, key) && one[key] !== undefined)
    if (field) return fields[field]
  }
  return undefined
}
