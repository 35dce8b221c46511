import type { AssistantMessage, AssistantPart, FilePart, TextPart, ToolCallPart } from '@lamella/core'
import { decodeArguments } from '../../openai/arguments.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { callFields, messageFields } from '../wire-fields.ts'
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

function imagePart(part: UnknownRecord, path: string): FilePart {
  const { url } = readRecord(part['image_url'], `${path}.image_url`)
  const data = readText(url, `${path}.image_url.url`)
  return { type: 'file', data, mediaType: /^data:(image\/[^;,]+)/i.exec(data)?.[1] ?? 'image/*' }
}

function refusalPart(text: string): TextPart {
  return { type: 'text', text, providerOptions: { openai: { refusal: true } } }
}

/** Reads the calls of an assistant message: `tool_calls`, then the `function_call` of older histories. */
function decodeCalls(message: Readonly<Record<string, unknown>>, path: string, index: number): ToolCallPart[] {
  const list = message['tool_calls'] ?? undefined
  const calls = list === undefined ? [] : readList(list, `${path}.tool_calls`)
  const parts = calls.map((call, number) => decodeCall(call, `${path}.tool_calls[${number}]`))
  const legacy = message['function_call'] ?? undefined
  if (legacy !== undefined) {
    // It has no id, but each message has only one: its position in the list serves as the id.
    const call = readRecord(legacy, `${path}.function_call`)
    parts.push(functionCall(`call_${index}`, call, `${path}.function_call`))
  }
  return parts
}

function decodeCall(value: unknown, path: string): ToolCallPart {
  const call = readRecord(value, path)
  const id = readText(call['id'], `${path}.id`)
  const type = call['type'] ?? 'function'
  const rest = restOf(call, ['id', 'type', 'function', 'custom'], callFields)
  if (type === 'function')
    return functionCall(id, readRecord(call['function'], `${path}.function`), `${path}.function`, rest)
  if (type !== 'custom') refuse(`${path}.type`, 'must be function or custom')
  const custom = readRecord(call['custom'], `${path}.custom`)
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: readText(custom['name'], `${path}.custom.name`),
    input: readText(custom['input'], `${path}.custom.input`),
    ...optionsOf({ custom: true, ...rest }),
  }
}

function functionCall(
  toolCallId: string,
  call: Readonly<Record<string, unknown>>,
  path: string,
  rest: Partial<ReturnType<typeof restOf>> = {},
): ToolCallPart {
  const toolName = readText(call['name'], `${path}.name`)
  const { input, recorded } = decodeArguments(readText(call['arguments'], `${path}.arguments`))
  return { type: 'tool-call', toolCallId, toolName, input, ...optionsOf({ arguments: recorded, ...rest }) }
}
