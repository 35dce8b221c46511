import type { Fragment } from '../contract/fragment.ts'
import type { ToolPart } from '../contract/message.ts'
import type { RepairAction } from '../contract/report.ts'
import { coreError, type LamellaError } from '../errors.ts'
import { type Added, type At, createMessageEdits, type MessageEdits } from './message-edits.ts'
import { type Approvals, createApprovals, createToolCalls, type ToolCalls } from './tool-calls.ts'

/** What happens to a tool call without a result, and to a result without a call. */
export interface RepairPolicy {
  /**
   * `synthesize`: a marked stand-in becomes the call's result; for a denied call it records the denial. `drop`: the call is
   * dropped with its approval. Default `synthesize`.
   */
  readonly missingResult?: 'synthesize' | 'drop' | 'fail'
  /** `drop`: the result is dropped. Default `drop`. */
  readonly orphanResult?: 'drop' | 'fail'
  /** Calls that the provider holds, by id: a result of one is sent although its call is not in the request. Default: none. */
  readonly heldCalls?: 'all' | readonly string[]
}

/** One repair of a layer's tool calls. */
export interface Repair {
  readonly fragment: string
  readonly repair: RepairAction
  /** The tool call, or the approval if there is no call. */
  readonly id: string
}

/** The surroundings of a layer's messages. */
export interface PairingEnds {
  /** Whether messages will follow those of the layer, so that nothing in it is pending. */
  readonly followed?: boolean
  /** Messages before this position were sent, and stay as they were. Absent: nothing was sent. */
  readonly sentTo?: number | undefined
}

/** The state of a layer's tools while they are paired. */
export interface Pairing {
  readonly layer: string
  readonly fragments: readonly Fragment[]
  readonly policy: Required<RepairPolicy>
  readonly ends: PairingEnds
  readonly calls: ToolCalls
  readonly approvals: Approvals
  readonly edits: MessageEdits
  readonly links: (readonly [number, number])[]
  readonly repairs: Repair[]
}

export function createPairing(
  layer: string,
  fragments: readonly Fragment[],
  policy: RepairPolicy,
  ends: PairingEnds,
): Pairing {
  return {
    layer,
    fragments,
    policy: {
      missingResult: policy.missingResult ?? 'synthesize',
      orphanResult: policy.orphanResult ?? 'drop',
      heldCalls: policy.heldCalls ?? [],
    },
    ends,
    calls: createToolCalls(),
    approvals: createApprovals(),
    edits: createMessageEdits(),
    links: [],
    repairs: [],
  }
}

/** Whether a run has sent the messages before this one, but not this one. */
export function isNew({ fragments, ends }: Pairing, { fragment }: At): boolean {
  return ends.sentTo !== undefined && (fragments[fragment]?.position ?? -1) >= ends.sentTo
}

/**
 * Records a repair of a fragment.
 *
 * @param id The tool call, or the approval if there is no call.
 */
export function repaired({ fragments, repairs }: Pairing, index: number, repair: RepairAction, id: string): void {
  repairs.push({ fragment: fragments[index]?.id ?? '', repair, id })
}

/** Removes a part that has no counterpart. */
export function drop(pairing: Pairing, at: At, repair: RepairAction, id: string): void {
  pairing.edits.remove(at)
  repaired(pairing, at.fragment, repair, id)
}

/** Moves a result or an approval to a tool message directly after the message of its call. */
export function moveAfter(pairing: Pairing, call: At, at: At, part: ToolPart): Added {
  pairing.edits.remove(at)
  const added = pairing.edits.insertAfter(call, part)
  if (part.type === 'tool-result') repaired(pairing, at.fragment, 'result-moved', part.toolCallId)
  else repaired(pairing, at.fragment, 'response-moved', part.approvalId)
  return added
}

/** Links two fragments that are kept or dropped together. */
export function link({ links }: Pairing, a: number, b: number): void {
  if (a !== b) links.push([a, b])
}

/** Creates the error of the `fail` policy. */
export function broken(
  { layer, fragments }: Pairing,
  index: number,
  toolCallId: string,
  [has, lacks]: readonly ['call', 'result'] | readonly ['result', 'call'],
): LamellaError<'TOOL_PAIR_BROKEN'> {
  const fragment = fragments[index]?.id ?? ''
  return coreError(
    'TOOL_PAIR_BROKEN',
    `Layer '${layer}', fragment '${fragment}': the tool ${has} '${toolCallId}' has no ${lacks}.`,
    'Complete the history, or set another policy with repair(...).',
    { layer, fragment, toolCallId },
  )
}
