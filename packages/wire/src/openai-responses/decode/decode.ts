import type { Message, ToolResultPart } from '@lamella/core'
import type { UserPartSources } from '../../kit/format.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { isClientCall, outputOf, type RecordedItem } from '../recorded-item.ts'
import { itemFields } from '../wire-fields.ts'
import { answeredKey, answersIn, type CallKey, keyOf } from './answers-in.ts'
import { decodeCall, decodeClientCall, decodeReasoning, decodeRecorded, decodeSaid } from './assistant-items.ts'
import { decodeOutput, decodeText, decodeUserPart } from './content.ts'
import { createHistory, type History, plainText } from './history.ts'
import { optionsOf, restOf } from './options-of.ts'

/** What each part of a user is read from. */
export const userParts: UserPartSources = { text: ['input_text'], image: ['input_image'], file: ['input_file'] }

/**
 * Reads the input of an OpenAI Responses request as canonical messages, so that a recorded history can be used as it is.
 * The output of a response is read as well: its items are the same.
 *
 * - Items of the model in a row (reasoning, texts, calls) become one assistant message with parts in their order, and
 *   results in a row one tool message. `toolName` of a result is that of its call, by `call_id`.
 * - Ids, encrypted reasoning, phases and annotations go to `providerOptions.openai`, under the names of the AI SDK; other
 *   fields of an item to `itemExtra` there.
 * - Calls of a shell, a computer or a patch, which a client answers in a way of their own, become calls and results under
 *   the name of their type. All other items (searches, MCP, compactions, any type that comes) become calls that the
 *   provider ran. Both keep the item in `providerOptions.openai.item`, and it is written back as it was.
 *
 * Calls without results and results without calls are kept: the core repairs them by the policy of the build. Behind an
 * item that refers to what the API holds, they may be whole with that, and are kept as they are.
 *
 * @param input A text, or a list of items.
 * @throws LamellaError `WIRE_DECODE`, with the path, for what is not of the format.
 * @example
 * fromOpenAIResponses([{ role: 'user', content: 'Hello' }])
 * // [{ role: 'user', content: 'Hello' }]
 */
export function fromOpenAIResponses(input: unknown): Message[] {
  return decodeInput(input, false)
}

/** The same for an input before which the API holds a part of the conversation, if `holds`. */
export function decodeInput(input: unknown, holds: boolean): Message[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  const history = createHistory()
  const seen: Seen = { names: new Map(), ids: new Set() }
  let isHeld = holds
  let answers: ReadonlyMap<CallKey, number> | undefined
  for (const [index, value] of readList(input, 'input').entries()) {
    const path = `input[${index}]`
    const item = readRecord(value, path) as RecordedItem
    isHeld ||= isReference(item)
    if (isHeld) answers ??= answersIn(input)
    if (answers !== undefined && isLoose(item, index, seen, answers)) history.answer(decodeRecorded(item, index))
    else decodeItem(history, item, index, path, seen)
    seen.ids.add(item['id'])
  }
  return history.messages.map(plainText)
}

/** What an input had up to an item. */
interface Seen {
  /** The tools of calls that clients answer. */
  readonly names: Map<CallKey, string>
  readonly ids: Set<unknown>
}

function decodeItem(history: History, item: RecordedItem, index: number, path: string, { names }: Seen): void {
  const type = item['type'] ?? (isReference(item) ? 'item_reference' : 'message')
  switch (type) {
    case 'message':
      decodeMessage(history, item, path)
      break
    case 'reasoning':
      history.answer(decodeReasoning(item, path))
      break
    case 'function_call':
    case 'custom_tool_call': {
      const call = decodeCall(item, path)
      names.set(keyOf(type, call.toolCallId), call.toolName)
      history.answer([call])
      break
    }
    case 'mcp_approval_response': {
      const approvalId = readText(item['approval_request_id'], `${path}.approval_request_id`)
      const { reason } = item
      history.reply({
        type: 'tool-approval-response',
        approvalId,
        approved: item['approve'] === true,
        ...(typeof reason === 'string' && { reason }),
        providerExecuted: true,
      })
      break
    }
    default:
      if (typeof type !== 'string') refuse(`${path}.type`, 'must be text')
      if (isClientCall(item)) {
        const call = decodeClientCall(item, path)
        names.set(keyOf(type, call.toolCallId), call.toolName)
        history.answer([call])
      } else if (isAnswer(item, names)) history.reply(decodeResult(item, path, names))
      else history.answer(decodeRecorded(item, index))
  }
}

function decodeMessage(history: History, item: UnknownRecord, path: string): void {
  const { role, content } = item
  // An id says nothing about what a person wrote.
  const rest = restOf(item, ['type', 'id', 'role', 'content'], itemFields)
  switch (role) {
    case 'assistant':
      history.answer(decodeSaid(item, path))
      break
    case 'user': {
      const options = optionsOf(rest)
      const place = `${path}.content`
      const parts =
        typeof content === 'string'
          ? content
          : readList(content, place).map((part, index) => decodeUserPart(part, `${place}[${index}]`))
      history.add({ role, content: parts, ...options })
      break
    }
    case 'system':
    case 'developer': {
      const options = optionsOf({ role: role === 'developer' ? role : undefined, ...rest })
      history.add({ role: 'system', content: decodeText(content, `${path}.content`), ...options })
      break
    }
    default:
      refuse(`${path}.role`, 'must be user, assistant, system or developer')
  }
}

function decodeResult(item: RecordedItem, path: string, names: ReadonlyMap<CallKey, string>): ToolResultPart {
  const { type } = item
  const toolCallId = readText(item['call_id'] ?? item['id'], `${path}.call_id`)
  const toolName = names.get(answeredKey(item) ?? '') ?? ''
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    const output = decodeOutput(item['output'], `${path}.output`)
    const options = optionsOf(restOf(item, ['type', 'id', 'call_id', 'output'], itemFields))
    return { type: 'tool-result', toolCallId, toolName, output, ...options }
  }
  return { type: 'tool-result', toolCallId, toolName, output: outputOf(item), ...optionsOf({ item }) }
}

/** Whether an item answers a call of the client. What a shell or a search gave back where the API ran it is its own. */
function isAnswer(item: UnknownRecord, names: ReadonlyMap<CallKey, string>): boolean {
  const { type } = item
  return type === 'function_call_output' || type === 'custom_tool_call_output' || names.has(answeredKey(item) ?? '')
}

function isReference({ type, role, id }: UnknownRecord): boolean {
  return (
    type === 'item_reference' || ((type ?? undefined) === undefined && role === undefined && typeof id === 'string')
  )
}

/** Whether an item is half of a call and its answer, and the other half is not in the input. */
function isLoose(
  item: UnknownRecord,
  index: number,
  { names, ids }: Seen,
  answers: ReadonlyMap<CallKey, number>,
): boolean {
  const { type } = item
  if (type === 'mcp_approval_response') return !ids.has(item['approval_request_id'])
  const answered = answeredKey(item)
  if (answered !== undefined) return !names.has(answered)
  const isCall = type === 'function_call' || type === 'custom_tool_call' || isClientCall(item)
  return isCall && (answers.get(keyOf(String(type), item['call_id'])) ?? -1) < index
}
