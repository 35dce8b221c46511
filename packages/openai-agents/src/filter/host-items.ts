import type { Message } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { takeByKey } from '@lamella/host'
import type { AgentInputItem } from '@openai/agents'
import { type PlainItem, plainItem } from '../items/plain-item.ts'
import { toItems } from '../items/to-items.ts'
import { toMessages } from '../items/to-messages.ts'
import { asAdded } from './added.ts'

/**
 * Converts the items of a request to messages, without what the SDK leaves out of sessions: a call is then the same message
 * before and after it was stored.
 */
export function hostMessages(items: readonly AgentInputItem[]): readonly Message[] {
  return toMessages(items.map(stored) as object[] as AgentInputItem[])
}

/**
 * Returns an item as a session has it: without the ids of calls and results, wherever they stand.
 *
 * Source: `stripTransientCallIds` of @openai/agents-core 0.20.0, read on 2026-11-23.
 */
function stored(item: AgentInputItem): PlainItem {
  const visit = (_: string, value: unknown): unknown => {
    if (!isObject(value) || value['id'] === undefined) return value
    const { id, ...others } = value
    const { type, call_id: one, callId = one } = value
    const isCall = type === 'function_call' || type === 'function_call_result'
    return isCall || (/^tool_search_/.test(String(type)) && callId) ? others : value
  }
  return JSON.parse(JSON.stringify(plainItem(item)), visit) as PlainItem
}

/**
 * Returns the items of a context: the given objects where they are unchanged, others marked as made here.
 *
 * @param isStored Whether the API stores items: calls then lose their ids now, as in a session. With its id, the API takes a call
 * only with the reasoning before it (mastra-ai/mastra#10713, laravel/ai#1052), which `withoutTornReasoning` leaves out.
 */
export function hostItems(
  messages: readonly Message[],
  given: readonly AgentInputItem[],
  isStored = false,
): AgentInputItem[] {
  // From the end: of equal items, the older one has given way, and the SDK does not store a question that is not returned.
  const take = takeByKey([...given].reverse(), (item) => JSON.stringify(stored(item)))
  const made = toItems(messages)
  const known = made
    .map((_, index) => take(JSON.stringify(made.at(-1 - index))))
    .map((item) => (isStored && item !== undefined && stored(item)['id'] !== item.id ? undefined : item))
    .reverse()
  const used = new Set(known)
  // The SDK takes what it does not know for what is missing, in this order.
  const missing = given.filter((item) => !used.has(item))
  return made.map((item, index) => known[index] ?? asAdded(item, missing.shift()))
}

/**
 * Returns the items without reasoning that the API rejects if it stores them: reasoning with an id, before an item without
 * one. The SDK stores calls without their ids, so reasoning before a call is left out while the call still has its id, too:
 * otherwise each request of the next turn would lack what the ones before had.
 *
 * Source: openai/openai-agents-js#929, the rule OR-REASONING-FOLLOW of `@lamella/wire`. Read on 2026-11-23.
 */
export function withoutTornReasoning(items: readonly AgentInputItem[]): readonly AgentInputItem[] {
  return items.filter((item, index) => {
    if (item.type !== 'reasoning' || item.id === undefined) return true
    const next = items.slice(index + 1).find(({ type }) => type !== 'reasoning')
    if (next === undefined || ('role' in next && next.role !== 'assistant')) return false
    return stored(next)['id'] !== undefined
  })
}
