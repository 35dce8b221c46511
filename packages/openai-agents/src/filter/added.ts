import { isObject } from '@lamella/core/plugin'
import type { AgentInputItem } from '@openai/agents'

/** An item that the filter made. */
type Mark = {
  /** The item that the SDK takes it for, which belongs in the session in its place. */
  readonly for?: AgentInputItem
}

/**
 * Marks an item that the filter made. The SDK stores what a filter returns as the input of the turn, and takes an item that
 * it does not know for the first one that is missing. The mark survives the copies of the SDK, and its models do not send
 * it: of a message they leave out `providerData.role`, of other items the fields that they do not know.
 *
 * Source: @openai/agents-core 0.15.0 to 0.20.0, `applyCallModelInputFilter` and `reconcilePersistableFilteredItems`;
 * @openai/agents-openai, `getSnakeCasedProviderDataWithoutReservedKeys`. Read on 2026-11-23.
 */
export function asAdded(item: AgentInputItem, original: AgentInputItem | undefined): AgentInputItem {
  const lamella: Mark = original === undefined ? {} : { for: original }
  if (!('role' in item)) return { ...item, lamella } as object as AgentInputItem
  return { ...item, providerData: { ...item.providerData, role: { lamella } } }
}

/** Returns items as they were before a filter: without those that it added, and with those that it replaced. */
export function withoutAdded(items: readonly AgentInputItem[]): readonly AgentInputItem[] {
  return items.flatMap((item) => {
    const mark = markOf(item)
    return mark === undefined ? [item] : (mark.for ?? [])
  })
}

function markOf(item: AgentInputItem): Mark | undefined {
  const role: unknown = 'role' in item ? item.providerData?.['role'] : item
  const mark: unknown = isObject(role) ? role['lamella'] : undefined
  return isObject(mark) ? (mark as Mark) : undefined
}
