import type {
  AssistantMessage,
  AssistantPart,
  Message,
  SystemMessage,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '@lamella/core'
import type { UserPartSources } from '../../kit/format.ts'
import { type OpenCalls, openCalls } from '../../shared/decode/open-calls.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { type RawBlock, textOfBlocks } from '../raw-block.ts'
import { callsOf, decodeAssistant } from './assistant.ts'
import { decodeDocument, decodeImage, rawPart } from './media.ts'
import { optionsOf, restOf } from './options-of.ts'
import { decodeResult } from './tool-result.ts'

/** The decoder for each part of a user message. */
export const userParts: UserPartSources = { text: ['text'], image: ['image'], file: ['document', 'container_upload'] }

/**
 * Decodes the messages of an Anthropic request as canonical messages, so that a recorded history can be used directly.
 *
 * - A user message with tool results becomes a tool message, followed by a user message if it contains more; the
 *   encoder merges them again.
 * - `toolName` of a result is that of its call, paired by id within the turn before it. Consecutive assistant messages
 *   whose calls are answered together, after the last one, become one message.
 * - Thinking becomes reasoning, with its signature in `providerOptions.anthropic`; '' if it has none, and it is not sent to Claude.
 * - Server tool calls and results get `providerExecuted`, and blocks of unknown types become texts; each keeps the
 *   block itself in `providerOptions.anthropic.block`, which is written back.
 * - Fields without a canonical place are kept in `providerOptions.anthropic.extra` and written back.
 *
 * Calls without results and results without calls are kept: the core repairs them by the build's policy.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * fromAnthropic([{ role: 'user', content: 'Hello' }])
 * // [{ role: 'user', content: 'Hello' }]
 */
export function fromAnthropic(messages: unknown): Message[] {
  const decoded: Message[] = []
  const names = new Map<string, string>()
  // Consecutive messages of the same role are one turn. The user's turn answers all calls of the assistant's turn
  // before it.
  let calls: ToolCallPart[] = []
  let open: OpenCalls | undefined
  for (const [index, value] of readList(messages, 'messages').entries()) {
    const path = `messages[${index}]`
    const message = readRecord(value, path)
    switch (message['role']) {
      case 'user':
        open ??= openCalls(calls)
        decodeUser(message, path, open, decoded)
        break
      case 'assistant': {
        const assistant = decodeAssistant(message, path, names)
        if (open !== undefined) calls = []
        open = undefined
        if (calls.length === 0 || !joinLast(decoded, assistant)) decoded.push(assistant)
        for (const call of callsOf(assistant)) calls.push(call)
        break
      }
      case 'system':
        decoded.push(decodeSystemMessage(message, path) satisfies SystemMessage)
        break
      default:
        refuse(`${path}.role`, 'must be user, assistant or system')
    }
  }
  return decoded
}

/** Merges an assistant message into the previous one, if there is one and the message has no extra fields. */
function joinLast(decoded: Message[], { content, providerOptions }: AssistantMessage): boolean {
  const last = decoded.at(-1)
  if (last?.role !== 'assistant' || providerOptions !== undefined) return false
  // This decoder created the message, so it can be extended: copying it each time would be quadratic for long runs.
  const parts = typeof last.content === 'string' ? textOf(last.content) : (last.content as AssistantPart[])
  for (const part of typeof content === 'string' ? textOf(content) : content) parts.push(part)
  decoded[decoded.length - 1] = { ...last, content: parts }
  return true
}

function textOf(text: string): AssistantPart[] {
  return [{ type: 'text', text }]
}

/** Adds the messages that a user message becomes: its results and the rest. */
function decodeUser(message: UnknownRecord, path: string, open: OpenCalls, decoded: Message[]): void {
  const { content } = message
  const options = optionsOf(restOf(message, ['role', 'content']))
  if (typeof content === 'string') {
    decoded.push({ role: 'user', content, ...options })
    return
  }
  const results: ToolResultPart[] = []
  const parts: UserPart[] = []
  for (const [index, value] of readList(content, `${path}.content`).entries()) {
    const place = `${path}.content[${index}]`
    const block = readRecord(value, place)
    if (block['type'] === 'tool_result') results.push(decodeResult(block, place, open))
    else parts.push(decodePart(block, place))
  }
  if (results.length > 0) decoded.push({ role: 'tool', content: results })
  if (parts.length > 0 || results.length === 0) decoded.push({ role: 'user', content: parts, ...options })
}

function decodePart(block: UnknownRecord, path: string): UserPart {
  switch (block['type']) {
    case 'text':
      return {
        type: 'text',
        text: readText(block['text'], `${path}.text`),
        ...optionsOf(restOf(block, ['type', 'text'])),
      }
    case 'image':
      return decodeImage(block, path)
    case 'document':
      return decodeDocument(block, path)
    default:
      return typeof block['type'] === 'string' ? rawPart(block) : refuse(`${path}.type`, 'must be text')
  }
}

/** Decodes the system prompt: one part for a text, or one per block, which stays a block when it is written again. */
export function decodeSystem(system: unknown): SystemMessage[] {
  if (system === undefined || system === null) return []
  if (typeof system === 'string') return [{ role: 'system', content: system }]
  return readList(system, 'system').map((value, index, { length }) => {
    const path = `system[${index}]`
    const block = readRecord(value, path)
    const content = readText(block['text'], `${path}.text`)
    const rest = restOf(block, ['type', 'text'])
    // A mark ends its block, too.
    const isCut = index < length - 1 && rest.cacheControl === undefined
    return { role: 'system', content, ...optionsOf({ ...rest, endsBlock: isCut ? true : undefined }) }
  })
}

/**
 * Decodes a system message in the middle of a conversation. It keeps its role, and its blocks unless they are a single
 * text.
 */
function decodeSystemMessage(message: UnknownRecord, path: string): SystemMessage {
  const { content } = message
  const fields = { role: 'system', ...restOf(message, ['role', 'content']) }
  if (typeof content === 'string') return { role: 'system', content, ...optionsOf(fields) }
  const blocks = readList(content, `${path}.content`).map((value, index) => {
    const block = readRecord(value, `${path}.content[${index}]`)
    readText(block['type'], `${path}.content[${index}].type`)
    return block as RawBlock
  })
  const control = blocks.findLast((block) => block['cache_control'] !== undefined)?.['cache_control']
  const plain = blocks.map(({ cache_control: _, ...block }) => block as RawBlock)
  const [first] = plain
  const isText =
    plain.length <= 1 && (first === undefined || (first.type === 'text' && Object.keys(first).length === 2))
  return {
    role: 'system',
    content: textOfBlocks(plain),
    ...optionsOf({
      ...fields,
      cacheControl: control === undefined ? fields.cacheControl : control,
      blocks: isText ? undefined : plain,
    }),
  }
}
