import type { Fragment } from '../contract/fragment.ts'
import { createPairing, type PairingEnds } from './pairing.ts'
import { readTools } from './read-tools.ts'
import type { Repair, RepairPolicy } from './repair-policy.ts'
import { settleCalls } from './settle-calls.ts'

/** Fragments in which every call has a result and every result has a call. */
export interface Paired {
  readonly fragments: readonly Fragment[]
  /** Pairs of indices of fragments that belong together. */
  readonly links: readonly (readonly [number, number])[]
  readonly repairs: readonly Repair[]
  /** Whether calls at the end wait for approval, or for the program that runs them afterwards. */
  readonly waits: boolean
}

/**
 * Pairs tool calls with their results by position: a result belongs to the nearest unanswered call of its id in its
 * message or before it, since real conversations reuse ids. A result that is neither in the message of its call nor
 * directly after it is moved there; calls and results without a counterpart are handled by policy. A call that the
 * provider runs itself needs no result.
 *
 * Of several results of a call the last one counts. Where one was sent before, it stays, and a later one is late: it is left out
 * here, and a run tells it in an update.
 *
 * Approvals go with their call. A call that waits for approval, or has it, and has no result yet is left unchanged
 * while only tool messages follow it: the program runs it next. It is handled by policy when it was denied, or when the
 * conversation has continued.
 *
 * @throws LamellaError `TOOL_PAIR_BROKEN` where the policy is `fail`
 */
export function pairTools(
  layer: string,
  fragments: readonly Fragment[],
  policy: RepairPolicy,
  ends: PairingEnds = {},
): Paired {
  const pairing = createPairing(layer, fragments, policy, ends)
  readTools(pairing)
  const waits = settleCalls(pairing)
  const { edits, links, repairs } = pairing
  if (edits.empty) return { fragments, links, repairs, waits }
  const { fragments: edited, moved } = edits.apply(fragments)
  const kept = links.map(([a, b]) => [moved[a] ?? -1, moved[b] ?? -1] as const).filter(([a, b]) => a >= 0 && b >= 0)
  return { fragments: edited, links: kept, repairs, waits }
}
