import type { Fragment } from '../contract/fragment.ts'
import type { RepairAction } from '../contract/report.ts'
import { LamellaError } from '../errors.ts'
import { type Approvals, createApprovals } from './approvals.ts'
import { createMessageEdits, type MessageEdits } from './message-edits.ts'
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

/** Notes a repair of a fragment. */
export function repaired({ fragments, repairs }: Pairing, index: number, repair: RepairAction, id: string): void {
  repairs.push({ fragment: fragments[index]?.id ?? '', repair, id })
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
    what: `Layer '${layer}', fragment '${fragment}': the tool ${has} '${toolCallId}' has no ${lacks}.`,
    fix: 'Complete the history, or choose another policy with repair({ missingResult, orphanResult }).',
    details: { layer, fragment, toolCallId },
  })
}
