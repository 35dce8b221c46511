import { isObject } from '@lamella/core/plugin'

/** The message format of a file: Lamella's own (which is the AI SDK's), or that of the OpenAI Chat API. */
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

/** Returns a type of parts in a value that no form has. */
export function unknownPart(value: unknown): string | undefined {
  const content = isObject(value) ? value['content'] : undefined
  const types = (Array.isArray(content) ? content : []).map((part: unknown) =>
    isObject(part) ? part['type'] : undefined,
  )
  return types.find((type): type is string => typeof type === 'string' && !knownParts.has(type))
}

const knownParts: ReadonlySet<string> = new Set([...canonicalParts, ...openAIParts, 'text', 'file'])

/**
 * Detects the format of a file from one value; returns `undefined` if the value fits both, as plain text does. The
 * first conclusive value decides.
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
    // Both formats have files: one with the data in the part, the other in a separate object.
    if (part['type'] === 'file') return isObject(part['file']) ? 'openai-chat' : 'canonical'
  }
  return undefined
}
