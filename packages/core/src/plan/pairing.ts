import type { Fragment } from '../contract/fragment.ts'
import type { ToolPart } from '../contract/message.ts'
import { LamellaError } from '../errors.ts'
import { type Approvals, createApprovals } from './approvals.ts'
import { type At, createMessageEdits, type MessageEdits } from './message-edits.ts'
import type { Repair, RepairPolicy } from './repair-policy.ts'
import { createToolCalls, type ToolCalls } from './tool-calls.ts'

/** What is known of a layer's tools while they are paired. */
export interface Pairing {
  readonly layer: string
  readonly fragments: readonly Fragment[]
  readonly policy: Required<RepairPolicy>
  readonly calls: ToolCalls
  readonly approvals: Approvals
  readonly edits: MessageEdits
  readonly links: (readonly [number, number])[]
  readonly repairs: Repair[]
}

export function createPairing(layer: string, fragments: readonly Fragment[], policy: RepairPolicy): Pairing {
  return {
    layer,
    fragments,
    policy: { missingResult: policy.missingResult ?? 'synthesize', orphanResult: policy.orphanResult ?? 'drop' },
    calls: createToolCalls(),
    approvals: createApprovals(),
    edits: createMessageEdits(),
    links: [],
    repairs: [],
  }
}

/** Notes what was put right in a fragment. */
export function repaired({ fragments, repairs }: Pairing, index: number, detail: string): void {
  repairs.push({ fragment: fragments[index]?.id ?? '', detail })
}

/** Takes away what has no counterpart. */
export function drop(pairing: Pairing, at: At, what: string, counterpart: string): void {
  pairing.edits.remove(at)
  repaired(pairing, at.fragment, `a ${what} without a ${counterpart} was dropped`)
}

/** Puts a part into a tool message directly behind the message of its call. */
export function moveBehind(pairing: Pairing, call: At, at: At, part: ToolPart, what: string): void {
  pairing.edits.remove(at)
  pairing.edits.insertBehind(call, part)
  repaired(pairing, at.fragment, `a ${what} was moved behind its call`)
}

/** Two fragments live and die together. */
export function link({ links }: Pairing, a: number, b: number): void {
  if (a !== b) links.push([a, b])
}

/** The error of a policy that is `fail`. */
export function broken(
  { layer, fragments }: Pairing,
  index: number,
  toolCallId: string,
  [has, lacks]: readonly ['call', 'result'] | readonly ['result', 'call'],
): LamellaError<'TOOL_PAIR_BROKEN'> {
  const fragment = fragments[index]?.id ?? ''
  return new LamellaError({
    code: 'TOOL_PAIR_BROKEN',
    message: `Layer '${layer}', fragment '${fragment}': the tool ${has} '${toolCallId}' has no ${lacks}.`,
    fix: 'Complete the history, or choose another policy with repair(...).',
    details: { layer, fragment, toolCallId },
  })
}
