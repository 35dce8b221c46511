import type { Fragment } from '../contract/fragment.ts'
import { createPairing } from './pairing.ts'
import { readTools } from './read-tools.ts'
import type { Repair, RepairPolicy } from './repair-policy.ts'
import { settleCalls } from './settle-calls.ts'

/** Fragments in which every call is answered and every result answers a call. */
export interface Paired {
  readonly fragments: readonly Fragment[]
  /** Pairs of indices of fragments that belong together. */
  readonly links: readonly (readonly [number, number])[]
  readonly repairs: readonly Repair[]
  /** Whether calls at the end wait for a person's word, or for the program that runs them after it. */
  readonly waits: boolean
}

/**
 * Pairs tool calls with their results by position: a result answers the nearest unanswered call of its id in its message or
 * before it, since real conversations reuse ids. A result that stands neither in the message of its call nor directly behind it is
 * moved there; what has no counterpart is treated by policy. A call that the provider runs itself needs no result.
 *
 * Approvals go with their call. One that waits for a person's word, or has it, and has no result yet stays as it is while
 * nothing follows it but tool messages: the program runs it next. It is treated by policy when it was denied, or when the
 * conversation has gone on.
 *
 * @param followed Whether messages will follow those of the layer, so that nothing in it waits any more.
 * @throws LamellaError `TOOL_PAIR_BROKEN` where the policy is `fail`
 */
export function pairTools(
  layer: string,
  fragments: readonly Fragment[],
  policy: RepairPolicy,
  followed: boolean = false,
): Paired {
  const pairing = createPairing(layer, fragments, policy)
  readTools(pairing)
  const waits = settleCalls(pairing, followed)
  const { edits, links, repairs } = pairing
  if (edits.empty) return { fragments, links, repairs, waits }
  const { fragments: edited, moved } = edits.apply(fragments)
  const kept = links.map(([a, b]) => [moved[a] ?? -1, moved[b] ?? -1] as const).filter(([a, b]) => a >= 0 && b >= 0)
  return { fragments: edited, links: kept, repairs, waits }
}
