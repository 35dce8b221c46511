import type { AssistantMessage, JsonValue } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { sameJson } from '../shared/same-json.ts'
import { canBeSent } from './encode/provider-run.ts'
import { isItemId } from './item-types.ts'

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
export function isWindowIn(window: JsonValue, { content }: AssistantMessage): boolean {
  if (!Array.isArray(window) || window.length !== 1 || typeof content === 'string') return false
  return content.some((part) => {
    const item: unknown = part.type === 'tool-call' ? part.providerOptions?.['openai']?.['item'] : undefined
    return isRecord(item) && sameJson(item, window[0])
  })
}

/** Whether an answer contains a compaction item. */
export function hasCompactionItem({ content }: AssistantMessage): boolean {
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
