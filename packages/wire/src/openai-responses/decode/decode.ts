import type { Message, ToolResultPart } from '@lamella/core'
import type { UserPartSources } from '../../kit/format.ts'
import { readList, readRecord, readText, refuse } from '../../shared/decode/read.ts'
import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { callTypeOf, isClientCall, outputOf, type RecordedItem } from '../item-types.ts'
import {
  decodeAssistantMessage,
  decodeCall,
  decodeClientCall,
  decodeReasoning,
  decodeRecorded,
} from './assistant-items.ts'
import { decodeOutput, decodeText, decodeUserPart } from './content.ts'
import { createHistory, type History, plainText } from './history.ts'
import { itemFields, optionsOf, restOf } from './options-of.ts'

/** Readers for the parts of user content. */
export const userParts: UserPartSources = { text: ['input_text'], image: ['input_image'], file: ['input_file'] }

/**
 * Reads the input of an OpenAI Responses request as canonical messages, so that a recorded history can be used
 * directly. Also reads the output of a response, which has the same items.
 *
 * - Consecutive items of the model (reasoning, texts, calls) become one assistant message with parts in their order,
 *   and consecutive results one tool message. `toolName` of a result is that of its call, matched by `call_id`.
 * - Ids, encrypted reasoning, phases and annotations go to `providerOptions.openai`, under the AI SDK's names; other
 *   fields of an item to `itemExtra` there.
 * - Calls of a shell, a computer or a patch, which clients answer with type-specific items, become calls and results
 *   under the name of their type. All other items (searches, MCP, compactions, future types) become provider-executed
 *   calls. Both keep the item in `providerOptions.openai.item`, and it is written back unchanged.
 *
 * Keeps calls without results and results without calls: the core repairs them according to the build's policy. After a
 * reference to items that the API stores, their counterparts may be stored there, so they are kept unchanged.
 *
 * @param input A string or a list of items.
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * fromOpenAIResponses([{ role: 'user', content: 'Hello' }])
 * // [{ role: 'user', content: 'Hello' }]
 */
export function fromOpenAIResponses(input: unknown): Message[] {
  return decodeInput(input, false)
}

/** Does the same; `holds` says whether the API stores an earlier part of the conversation. */
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
    if (answers !== undefined && isUnmatched(item, index, seen, answers)) history.answer(decodeRecorded(item, index))
    else decodeItem(history, item, index, path, seen)
    seen.ids.add(item['id'])
  }
  return history.messages.map(plainText)
}

/** What the input contained before an item. */
interface Seen {
  /** The tool names of calls that clients answer. */
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
  // The id of a user message has no meaning.
  const rest = restOf(item, ['type', 'id', 'role', 'content'], itemFields)
  switch (role) {
    case 'assistant':
      history.answer(decodeAssistantMessage(item, path))
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

/** Whether an item answers a call of the client. Outputs of shells and searches that the API ran do not count. */
function isAnswer(item: UnknownRecord, names: ReadonlyMap<CallKey, string>): boolean {
  const { type } = item
  return type === 'function_call_output' || type === 'custom_tool_call_output' || names.has(answeredKey(item) ?? '')
}

function isReference({ type, role, id }: UnknownRecord): boolean {
  return (
    type === 'item_reference' || ((type ?? undefined) === undefined && role === undefined && typeof id === 'string')
  )
}

/** Whether an item is a call or an answer whose counterpart is not in the input. */
function isUnmatched(
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

/** The key that a call and its answer share: the type of the call and its id. */
type CallKey = string

function keyOf(callType: string, callId: unknown): CallKey {
  return `${callType} ${String(callId)}`
}

/** Returns the key of the call that an item answers, or `undefined` if it is not an answer. */
function answeredKey({ type, call_id: callId, id }: UnknownRecord): CallKey | undefined {
  const callType = callTypeOf(type)
  // In the schema, the answer of a local shell has its call's id under another name.
  return callType === undefined ? undefined : keyOf(callType, callId ?? id)
}

function answersIn(input: unknown): ReadonlyMap<CallKey, number> {
  const answers = new Map<CallKey, number>()
  for (const [index, item] of listOf(input).entries()) {
    const key = isRecord(item) ? answeredKey(item) : undefined
    if (key !== undefined) answers.set(key, index)
  }
  return answers
}
