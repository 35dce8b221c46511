import { isObject } from '@lamella/core/plugin'

/** How the messages of a file are written: Lamella's own way (which is the AI SDK's), or as the OpenAI Chat API has them. */
export type SessionForm = 'canonical' | 'openai-chat'

const canonicalParts = [
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'reasoning',
  'image',
]
const openAIParts = ['image_url', 'input_audio', 'refusal']

/**
 * What one value tells of the form of its file; `undefined` when it could be either, as plain text is. The first that can
 * tell decides.
 */
export function detectForm(value: unknown): SessionForm | undefined {
  if (!isObject(value)) return undefined
  const { role, content } = value
  if ('tool_calls' in value || 'tool_call_id' in value || 'function_call' in value) return 'openai-chat'
  if (role === 'developer' || role === 'function') return 'openai-chat'
  if (content === null || (role === 'system' && Array.isArray(content))) return 'openai-chat'
  if (!Array.isArray(content)) return undefined
  for (const part of content) {
    if (!isObject(part)) continue
    if (canonicalParts.includes(part['type'] as string)) return 'canonical'
    if (openAIParts.includes(part['type'] as string)) return 'openai-chat'
    // Both forms have files: one with the data in the part, the other in an object of its own.
    if (part['type'] === 'file') return isObject(part['file']) ? 'openai-chat' : 'canonical'
  }
  return undefined
}
