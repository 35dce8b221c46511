import type { JsonValue } from '@lamella/core'
import type { SummaryRules } from '../../kit/format.ts'
import { type PlacedMessages, placeOf } from '../../messages/placed-messages.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { at, type Ledger, lose } from '../../shared/ledger.ts'
import { hasCompactionItem, isCompactedWindow, isWindowIn } from '../compaction-items.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import { holdsConversation } from '../request-fields.ts'
import { givenFields } from './parameters.ts'
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
