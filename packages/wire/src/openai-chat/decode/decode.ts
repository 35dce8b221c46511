import type { Message, ToolMessage, ToolResultPart } from '@lamella/core'
import type { UserPartSources } from '../../kit/format.ts'
import { type OpenCalls, openCalls } from '../../shared/decode/open-calls.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { messageFields } from '../wire-fields.ts'
import { decodeAssistant } from './assistant.ts'
import { decodeText, decodeTextPart, decodeUserPart } from './content.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Readers for the parts of user content. */
export const userParts: UserPartSources = { text: ['text'], image: ['image_url'], file: ['file', 'input_audio'] }

/**
 * Reads the messages of an OpenAI Chat request as canonical messages, so that a recorded history can be used directly.
 *
 * - Consecutive tool messages become one canonical tool message with one part each; the encoder writes one message per
 *   part again.
 * - `toolName` of a result is that of its call, matched by id within the preceding assistant message.
 * - Arguments that are not valid JSON remain text and are written back unchanged.
 * - Fields without a canonical place (`name`, `audio`, those of compatible servers) are kept in
 *   `providerOptions.openai.extra` and written back. Fields that no server knows, such as the time at which a program
 *   stored a message, are kept in `unknownFields` there, and written back only on request.
 * - A developer message becomes a system message that is written back as a developer message; the legacy
 *   `function_call` and its `function` message become a tool call and its result.
 *
 * Keeps calls without results and results without calls: the core repairs them according to the build's policy.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * fromOpenAIChat([{ role: 'user', content: 'Hello' }])
 * // [{ role: 'user', content: 'Hello' }]
 */
export function fromOpenAIChat(messages: unknown): Message[] {
  const decoded: Message[] = []
  let open = openCalls([])
  for (const [index, value] of readList(messages, 'messages').entries()) {
    const path = `messages[${index}]`
    const message = readRecord(value, path)
    switch (message['role']) {
      case 'tool':
      case 'function':
        addResult(decoded, decodeResult(message, path, open))
        break
      case 'assistant': {
        const { message: assistant, calls } = decodeAssistant(message, path, index)
        open = openCalls(calls)
        decoded.push(assistant)
        break
      }
      default:
        open = openCalls([])
        decoded.push(decodeOther(message, path))
    }
  }
  return decoded
}

function decodeOther(message: UnknownRecord, path: string): Message {
  const rest = restOf(message, ['role', 'content'], messageFields)
  const content = message['content']
  switch (message['role']) {
    case 'system':
      return { role: 'system', content: decodeText(content, `${path}.content`), ...optionsOf(rest) }
    case 'developer': {
      const options = optionsOf({ role: 'developer', ...rest })
      return { role: 'system', content: decodeText(content, `${path}.content`), ...options }
    }
    case 'user': {
      if (typeof content === 'string') return { role: 'user', content, ...optionsOf(rest) }
      const parts = readList(content, `${path}.content`)
      const decoded = parts.map((part, index) => decodeUserPart(part, `${path}.content[${index}]`))
      return { role: 'user', content: decoded, ...optionsOf(rest) }
    }
    default:
      return refuse(`${path}.role`, 'must be system, developer, user, assistant, tool or function')
  }
}

function decodeResult(message: UnknownRecord, path: string, open: OpenCalls): ToolResultPart {
  const name = typeof message['name'] === 'string' ? message['name'] : undefined
  if (message['role'] === 'function') {
    const toolName = readText(name, `${path}.name`)
    const toolCallId = open.answerByName(toolName) ?? ''
    const value = message['content'] === null ? '' : readText(message['content'], `${path}.content`)
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }
  }
  const toolCallId = readText(message['tool_call_id'], `${path}.tool_call_id`)
  return {
    type: 'tool-result',
    toolCallId,
    toolName: open.answer(toolCallId) ?? name ?? '',
    output: decodeOutput(message['content'], `${path}.content`),
    ...optionsOf(restOf(message, ['role', 'tool_call_id', 'content'], messageFields)),
  }
}

function decodeOutput(content: unknown, path: string): ToolResultPart['output'] {
  if (typeof content === 'string') return { type: 'text', value: content }
  const parts = readList(content, path)
  const texts = parts.map((part, index) => decodeTextPart(part, `${path}[${index}]`).text)
  return { type: 'content', value: texts.map((text) => ({ type: 'text', text })) }
}

/** Adds a result to the current tool message, or starts one. The decoder owns the list, so it may grow. */
function addResult(decoded: Message[], result: ToolResultPart): void {
  const last = decoded.at(-1)
  if (last?.role === 'tool') last.content.push(result)
  else decoded.push({ role: 'tool', content: [result] } satisfies ToolMessage)
}
