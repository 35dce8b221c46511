import type { AssistantMessage, JsonValue } from '@lamella/core'
import type { SummaryRules } from '../../kit/format.ts'
import { type PlacedMessages, placeOf } from '../../messages/placed-messages.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { at, type Ledger, lose } from '../../shared/ledger.ts'
import { sameJson } from '../../shared/same-json.ts'
import { isItemId } from '../item-types.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import { holdsConversation } from '../request-fields.ts'
import { givenFields } from './parameters.ts'
import { canBeSent } from './provider-run.ts'
import type { ResponsesState } from './state.ts'

/** Which summaries of a session the encoder writes as items. */
export const summaries: SummaryRules = { place: 'anywhere', isValid: isCompactedWindow, isIn: isWindowIn }

/** Adds the items of a compacted window, as they are. */
export function encodeSummary(state: ResponsesState, content: JsonValue): void {
  const { input, itemIds } = state.run
  for (const item of cleanJson(state, content) as readonly UnknownRecord[]) {
    const { id } = item
    if (typeof id === 'string') itemIds.add(id)
    input.push(item as unknown as OpenAIResponsesItem)
  }
}

/**
 * Returns the conversation from the answer on that contains the newest compaction item, with the system messages before
 * it. Everything, if OpenAI stores a part of the conversation.
 *
 * Source: OpenAI, "Compaction" ("you can drop items that came before the most recent compaction item"; "If you use
 * `previous_response_id` chaining, do not manually prune"). Read on 2026-11-23.
 */
export function withoutCompacted(
  state: Ledger<unknown, ResponsesState['base']>,
  placed: PlacedMessages,
): PlacedMessages {
  const { options, parameters } = state.base
  if (options.compacted !== 'omit' || holdsConversation(givenFields(parameters))) return placed
  const { messages } = placed
  const newest = messages.findLastIndex((message) => message.role === 'assistant' && hasCompactionItem(message))
  if (newest <= 0) return placed
  const kept: number[] = []
  for (const [index, { role }] of messages.entries()) {
    if (index >= newest || role === 'system') kept.push(index)
    else lose(at(state, 'messages', placeOf(placed, index)), 'summary', 'A compaction item after it stands for it.')
  }
  return {
    messages: kept.flatMap((index) => messages[index] ?? []),
    places: kept.map((index) => placeOf(placed, index)),
  }
}

/** Whether a value is an item with a summary that only OpenAI can read. */
export function isCompactionItem(value: unknown): value is UnknownRecord {
  return isRecord(value) && value['type'] === 'compaction' && isText(value['encrypted_content'])
}

/**
 * Whether a value is a window that OpenAI compacted: exactly one compaction item, and the items that were retained. It is
 * sent as it is: "do not prune `/responses/compact` output".
 *
 * Source: OpenAI, "Compaction"; openai 6.49.0, `CompactedResponse`. Read on 2026-11-23.
 */
export function isCompactedWindow(value: unknown): value is readonly UnknownRecord[] {
  if (!Array.isArray(value) || !value.every(isItem)) return false
  return value.filter(isCompactionItem).length === 1
}

/** Whether an answer contains the only item of a window. */
function isWindowIn(window: JsonValue, { content }: AssistantMessage): boolean {
  if (!Array.isArray(window) || window.length !== 1 || typeof content === 'string') return false
  return content.some((part) => {
    const item: unknown = part.type === 'tool-call' ? part.providerOptions?.['openai']?.['item'] : undefined
    return isRecord(item) && sameJson(item, window[0])
  })
}

function hasCompactionItem({ content }: AssistantMessage): boolean {
  if (typeof content === 'string') return false
  return content.some(
    (part) => part.type === 'tool-call' && isCompactionItem(part.providerOptions?.['openai']?.['item']),
  )
}

/** Messages, and items that need no other one: what OpenAI documents to be retained. */
function isItem(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { type, role, content, id } = value
  if (type !== undefined && type !== 'message') return isCompactionItem(value) || canBeSent(value, false)
  if (!messageRoles.includes(role)) return false
  if (id !== undefined && id !== null && !isItemId(id, 'message')) return false
  if (typeof content === 'string') return content !== ''
  const types = role === 'assistant' ? outputTypes : inputTypes
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((part) => isRecord(part) && types.includes(part['type']))
  )
}

const messageRoles: readonly unknown[] = ['user', 'assistant', 'system', 'developer']
const inputTypes: readonly unknown[] = ['input_text', 'input_image', 'input_file']
const outputTypes: readonly unknown[] = ['output_text', 'refusal']

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
