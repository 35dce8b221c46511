import type { AgentInputItem } from '@openai/agents'
import type { HistoryMutation } from './transaction.ts'

/**
 * Returns the items after the changes; those that stay are the same objects. The first call with the id is replaced, others
 * with it are removed, as `applySessionHistoryMutations` of the SDK does.
 */
export function mutated(
  items: readonly AgentInputItem[],
  mutations: readonly HistoryMutation[],
): readonly AgentInputItem[] {
  return mutations.reduce(applied, items)
}

function applied(items: readonly AgentInputItem[], mutation: HistoryMutation): readonly AgentInputItem[] {
  const { type, callId, replacement } = mutation
  if (type !== 'replace_function_call') return items
  const isCall = (item: AgentInputItem): boolean => item.type === 'function_call' && item.callId === callId
  const first = items.findIndex(isCall)
  return items.flatMap((item, index) => (index === first ? [replacement] : isCall(item) ? [] : [item]))
}
