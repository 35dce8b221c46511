import type { ToolCallPart } from '@lamella/core'
import { functionName } from '../../openai/limits.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { sameJson } from '../../shared/same-json.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import { answerTypeOf, callTypeOf, isItemId } from '../item-types.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import { maxId, maxOutput } from '../limits.ts'
import { inputOf, isClientCall, outputOf } from '../recorded-item.ts'
import type { ResponsesState } from './state.ts'

/** A call that a client answered, and the answer, both as recorded. */
export interface RecordedPair {
  readonly call: UnknownRecord
  /** `undefined`: answered like a function, not with the call type's own item. */
  readonly answer: UnknownRecord | undefined
}

/** Returns the recorded item of a call, unless its input has changed since (redacted, for example). */
export function recordedCall(call: ToolCallPart): UnknownRecord | undefined {
  if (call.providerOptions === undefined) return undefined
  const item: unknown = call.providerOptions['openai']?.['item']
  return isRecord(item) && sameJson(inputOf(item), call.input) ? item : undefined
}

const ordinary: readonly unknown[] = ['function_call', 'custom_tool_call']

/** Returns the recorded items of a call and its result, if they are unchanged and belong together. */
export function recordedPair({ call, answer }: PairedCall): RecordedPair | undefined {
  const item = recordedCall(call)
  if (item === undefined || ordinary.includes(item['type']) || !isClientCall(item) || !isWhole(item)) return undefined
  const result: unknown = answer.result.providerOptions?.['openai']?.['item']
  // The API accepts a function output for a search that the client runs (recorded, gpt-5.6, 2026).
  if (result === undefined && item['type'] === 'tool_search_call') return { call: item, answer: undefined }
  if (!isRecord(result) || result['type'] !== answerTypeOf(item['type']) || !isWhole(result)) return undefined
  return sameJson(outputOf(result), answer.result.output) ? { call: item, answer: result } : undefined
}

/** Returns the item to send, under the id assigned to the call. `undefined`: keeps its id, if any. */
export function encodeRecorded(
  state: ResponsesState,
  item: UnknownRecord,
  callId: string | undefined,
): OpenAIResponsesItem {
  const { type } = item
  if (type === 'additional_tools' || type === 'tool_search_output') state.run.inputFacts.tools = true
  const wire = cleanJson(state, item)
  // Its type can be any type: see `OpenAIResponsesRecordedItem`. In the schema, the answer of a local shell has its
  // call's id under another name.
  const field = wire['call_id'] === undefined ? 'id' : 'call_id'
  const sent = callId === undefined || wire[field] === callId ? wire : { ...wire, [field]: callId }
  return sent as unknown as OpenAIResponsesItem
}

const halves: readonly unknown[] = ['tool_search_call', 'tool_search_output']

/**
 * Whether an item can be sent unchanged on its own. Messages and reasoning are always written from their parts; an
 * unmatched call or answer is sent only if the API stores its counterpart.
 *
 * @param holds Whether the API stores a part of the conversation.
 */
export function canBeSent(item: UnknownRecord, holds: boolean): boolean {
  const { type } = item
  if (type === 'message' || type === 'reasoning' || !isWhole(item)) return false
  const isHalf = callTypeOf(type) !== undefined || answerTypeOf(type) !== undefined || type === 'mcp_approval_response'
  return holds || !isHalf || halves.includes(type)
}

/** Whether an item has the required fields, as far as that can be checked for every type. */
function isWhole(item: UnknownRecord): boolean {
  const { type, id, call_id: callId, role } = item
  if (type === undefined) return role === undefined && isItemId(id, '')
  if (typeof type !== 'string') return false
  if (id !== undefined && id !== null && !isItemId(id, type)) return false
  if (callId !== undefined && callId !== null && !isCallId(callId)) return false
  switch (type) {
    case 'function_call':
    case 'custom_tool_call': {
      const { name, arguments: text, input } = item
      const hasName = typeof name === 'string' && functionName.valid.test(name)
      return hasName && isCallId(callId) && typeof (type === 'function_call' ? text : input) === 'string'
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { output } = item
      const isShort = typeof output === 'string' ? output.length <= maxOutput : Array.isArray(output)
      return isShort && isCallId(callId)
    }
    default:
      return true
  }
}

function isCallId(id: unknown): boolean {
  return typeof id === 'string' && id !== '' && id.length <= maxId
}
