import type { ProviderOptions, ToolCallPart } from '@lamella/core'
import { functionName } from '../../openai/limits.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { sameJson } from '../../shared/same-json.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import { type AssistantTurn, noPairs } from '../../shared/turns.ts'
import { answerTypeOf, callTypeOf, idPrefixes, inputOf, isClientCall, isItemId, outputOf } from '../item-types.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import { maxId, maxOutput } from '../limits.ts'
import type { NativeParts, ProviderRun, ResponsesState } from './state.ts'

// Id prefixes of the API's own tool items. The AI SDK uses these ids as call ids.
const itemName = /^(?:ws|fs|ci|ig|mcp|mcpr|cu|tsc|tso|sh|cm)_[0-9a-zA-Z]{16,64}$/

const nothingRun: NativeParts = new Map()

/**
 * Returns the provider-executed parts of an assistant message that this format can write itself: items that were kept
 * whole and, if the API stores items, the ids in AI SDK histories.
 */
export function providerRunParts(state: ResponsesState, turn: AssistantTurn): NativeParts {
  if (turn.inline === noPairs) return nothingRun
  const native = new Map<number, ProviderRun>()
  const { pairs, open, orphans } = turn.inline
  const approvals = approvalIds(turn)
  for (const { call, part, answer } of pairs) {
    const ofResult = itemIdOf(answer.result.providerOptions)
    const run = runOf(state, call, approvals.get(call.toolCallId) ?? ofResult, state.run.inputFacts.holds)
    if (run === undefined) continue
    native.set(part, run)
    const isOther = run.kind === 'reference' && ofResult !== undefined && ofResult !== run.id
    native.set(answer.part, isOther ? { kind: 'reference', id: ofResult } : { kind: 'part of its call' })
  }
  // A reference may still be left out as a duplicate: `nextItem` checks what follows it again.
  let holds = state.run.inputFacts.holds
  for (const { call, part } of open) {
    const run = runOf(state, call, approvals.get(call.toolCallId), holds)
    if (run === undefined) continue
    native.set(part, run)
    holds ||= isReference(run)
  }
  for (const { result, part } of orphans) {
    const id = itemIdOf(result.providerOptions)
    if (state.run.stored && id !== undefined) native.set(part, { kind: 'reference', id })
  }
  return native
}

/** Whether a part is sent as a reference to an item that the API stores. */
export function isReference(run: ProviderRun): boolean {
  if (run.kind === 'reference') return true
  return run.kind === 'item' && (run.item['type'] === undefined || run.item['type'] === 'item_reference')
}

function runOf(
  state: ResponsesState,
  call: ToolCallPart,
  knownId: string | undefined,
  holds: boolean,
): ProviderRun | undefined {
  const item = recordedCall(call)
  if (item !== undefined) return canBeSent(item, holds) ? { kind: 'item', item } : undefined
  if (!state.run.stored) return undefined
  const id = itemIdOf(call.providerOptions) ?? knownId ?? (itemName.test(call.toolCallId) ? call.toolCallId : undefined)
  return id === undefined ? undefined : { kind: 'reference', id }
}

// Items that do not belong to provider tools.
const others = Object.values(idPrefixes).map((prefix) => `${prefix}_`)

function itemIdOf(options: ProviderOptions | undefined): string | undefined {
  const id: unknown = options?.['openai']?.['itemId']
  return isItemId(id, '') && !others.some((prefix) => id.startsWith(prefix)) ? id : undefined
}

function approvalIds({ message }: AssistantTurn): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  if (typeof message.content === 'string') return ids
  for (const part of message.content) {
    if (part.type === 'tool-approval-request' && isItemId(part.approvalId, '') && itemName.test(part.approvalId)) {
      ids.set(part.toolCallId, part.approvalId)
    }
  }
  return ids
}

/** A call that a client answered, and the answer, both as recorded. */
export interface RecordedPair {
  readonly call: UnknownRecord
  /** `undefined`: answered like a function, not with the call type's own item. */
  readonly answer: UnknownRecord | undefined
}

/** Returns the recorded item of a call, unless its input has changed since (redacted, for example). */
function recordedCall(call: ToolCallPart): UnknownRecord | undefined {
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
