import type { Message } from '@lamella/core'
import type { AgentInputItem } from '@openai/agents'
import { type PlainItem, plainItem } from '../items/plain-item.ts'
import { toItems } from '../items/to-items.ts'
import { toMessages } from '../items/to-messages.ts'
import { asAdded } from './added.ts'

/**
 * Converts the items of a request to messages, without what the SDK leaves out of sessions: a call is then the same message
 * before and after it was stored.
 *
 * Source: `stripTransientCallIds` of @openai/agents-core 0.20.0, read on 2026-11-23.
 */
export function hostMessages(items: readonly AgentInputItem[]): readonly Message[] {
  return toMessages(items.map(stored))
}

function stored(item: AgentInputItem): AgentInputItem {
  if (item.type !== 'function_call' && item.type !== 'function_call_result') return item
  const { id: _, ...rest } = item
  return rest as AgentInputItem
}

/** Returns the items of a context: the given objects where they are unchanged, others marked as made here. */
export function hostItems(messages: readonly Message[], given: readonly AgentInputItem[]): AgentInputItem[] {
  const free = new Map<string, AgentInputItem[]>()
  const keyOf = (item: AgentInputItem): string => JSON.stringify(plainItem(stored(item)) satisfies PlainItem)
  for (const item of given) {
    const key = keyOf(item)
    free.set(key, [...(free.get(key) ?? []), item])
  }
  const made = toItems(messages)
  const known = made.map((item) => free.get(JSON.stringify(item))?.shift())
  const used = new Set(known)
  // The SDK takes what it does not know for what is missing, in this order.
  const missing = given.filter((item) => !used.has(item))
  return made.map((item, index) => known[index] ?? asAdded(item, missing.shift()))
}
