import type { AssistantMessage, AssistantPart, FilePart, TextPart, ToolCallPart } from '@lamella/core'
import { readList, readRecord, readText } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { messageFields } from '../wire-fields.ts'
import { decodeCalls } from './calls.ts'
import { decodeTextPart, thinkingText } from './content.ts'
import { optionsOf, restOf } from './options-of.ts'

const known = ['role', 'content', 'refusal', 'tool_calls', 'function_call']

/** Reads an assistant message. Its content is a string if the message holds only text. */
export function decodeAssistant(
  message: UnknownRecord,
  path: string,
  index: number,
): { readonly message: AssistantMessage; readonly calls: readonly ToolCallPart[] } {
  const calls = decodeCalls(message, path, index)
  const options = optionsOf(restOf(message, known, messageFields))
  const content = message['content'] ?? undefined
  const refusal = message['refusal'] ?? undefined
  if (typeof content === 'string' && calls.length === 0 && refusal === undefined) {
    return { message: { role: 'assistant', content, ...options }, calls }
  }
  const parts: AssistantPart[] = content === undefined ? [] : decodeContent(content, `${path}.content`)
  if (refusal !== undefined) parts.push(refusalPart(readText(refusal, `${path}.refusal`)))
  return { message: { role: 'assistant', content: [...parts, ...calls], ...options }, calls }
}

function decodeContent(content: unknown, path: string): AssistantPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return readList(content, path).map((value, number) => {
    const place = `${path}[${number}]`
    const part = readRecord(value, place)
    if (part['type'] === 'thinking') return { type: 'reasoning', text: thinkingText(part['thinking'] ?? part['text']) }
    if (part['type'] === 'image_url') return imagePart(part, place)
    return part['type'] === 'refusal'
      ? refusalPart(readText(part['refusal'], `${place}.refusal`))
      : decodeTextPart(part, place)
  })
}

/** Reads an image that the model has made. */
function imagePart(part: UnknownRecord, path: string): FilePart {
  const { url } = readRecord(part['image_url'], `${path}.image_url`)
  const data = readText(url, `${path}.image_url.url`)
  return { type: 'file', data, mediaType: /^data:(image\/[^;,]+)/i.exec(data)?.[1] ?? 'image/*' }
}

function refusalPart(text: string): TextPart {
  return { type: 'text', text, providerOptions: { openai: { refusal: true } } }
}
