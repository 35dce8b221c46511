import type { AgentInputItem } from '@openai/agents'

/**
 * Returns the items without reasoning that the API rejects if it stores them: reasoning with an id, before a call without
 * one. The SDK stores calls without their ids.
 *
 * Source: openai/openai-agents-js#929, the rule OR-REASONING-FOLLOW of `@lamella/wire`. Read on 2026-11-23.
 */
export function withoutTornReasoning(items: readonly AgentInputItem[]): AgentInputItem[] {
  return items.filter((item, index) => {
    if (item.type !== 'reasoning' || item.id === undefined) return true
    const next = items.slice(index + 1).find(({ type }) => type !== 'reasoning')
    return next?.id !== undefined && !('role' in next && next.role !== 'assistant')
  })
}
