import type { Fragment } from '../contract/fragment.ts'
import type { ToolCallPart, ToolOutput, ToolResultPart } from '../contract/message.ts'
import {
  broken,
  createPairing,
  drop,
  isNew,
  link,
  moveAfter,
  type Pairing,
  type PairingEnds,
  type Repair,
  type RepairPolicy,
  repaired,
} from './pairing.ts'
import { readTools } from './read-tools.ts'
import { type Approval, denialOf, type PlacedCall } from './tool-calls.ts'

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
 * here, and a run announces it in an update.
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

/**
 * Handles the calls without a result, and moves approvals to their calls.
 *
 * @returns Whether a call is left without a result because it is pending.
 */
function settleCalls(pairing: Pairing): boolean {
  const { calls, approvals, policy, ends } = pairing
  const missing: PlacedCall[] = []
  let anyWaits = false
  for (const call of calls.own) {
    if (call.answered) continue
    const approval = approvals.of(call)
    if (approval && !denialOf(approval) && !ends.followed && call.place === calls.place) anyWaits = true
    else missing.push(call)
  }
  if (policy.missingResult === 'drop') for (const call of missing) dropCall(pairing, call)
  for (const approval of approvals.all) {
    if (approval.calls === 0) dropApproval(pairing, approval)
    else keepApproval(pairing, approval)
  }
  if (policy.missingResult !== 'drop') for (const call of missing) addMissingResult(pairing, call)
  return anyWaits
}

function dropCall(pairing: Pairing, call: PlacedCall): void {
  drop(pairing, call.at, 'call-dropped', call.call.toolCallId)
  const approval = pairing.approvals.of(call)
  if (approval) approval.calls--
}

function dropApproval(pairing: Pairing, { id, requests, responses }: Approval): void {
  for (const request of requests) drop(pairing, request, 'request-dropped', id)
  for (const { response, at } of responses) drop(pairing, at, 'response-dropped', response.approvalId)
}

/** Moves responses into the tool messages after the calls, wherever they were. */
function keepApproval(pairing: Pairing, { id, at, responses }: Approval): void {
  for (const { response, at: place, direct } of responses) {
    // The call was sent with a stand-in. Only a denial is news for the model: an approved call gets a result.
    const isLate = !direct && isNew(pairing, place) && !isNew(pairing, at)
    if (isLate) drop(pairing, place, response.approved ? 'response-dropped' : 'result-late', id)
    else if (direct) link(pairing, at.fragment, place.fragment)
    else moveAfter(pairing, at, place, response)
  }
}

/**
 * Adds a marked result to a call. For a denied call it follows the response in the same message: the AI SDK looks for
 * it there, and would otherwise write another one.
 */
function addMissingResult(pairing: Pairing, placed: PlacedCall): void {
  const { edits, policy, approvals } = pairing
  const { call, at } = placed
  if (policy.missingResult === 'fail') throw broken(pairing, at.fragment, call.toolCallId, ['call', 'result'])
  const approval = approvals.of(placed)
  const denial = denialOf(approval)
  const isWaiting = approval !== undefined && approval.responses.length === 0
  const result = denial ? deniedResult(call, denial.response.reason) : isWaiting ? waitingResult(call) : standIn(call)
  if (denial?.direct) edits.append(denial.at, result)
  else edits.insertAfter(at, result)
  repaired(pairing, at.fragment, denial ? 'denial-added' : 'result-added', call.toolCallId)
}

/** The text of a synthesized result. It is marked, so that it is not mistaken for the tool's own output. */
export const missingResultText = '[No result of this tool call was recorded.]'

const waitingText = '[This tool call waits for approval. It has not run yet.]'

/** Creates the marked result for a call without one. */
function standIn(call: ToolCallPart): ToolResultPart {
  return marked(call, { type: 'error-text', value: missingResultText })
}

/** Creates the marked result of a call that waits for approval while the conversation goes on: nothing has failed. */
function waitingResult(call: ToolCallPart): ToolResultPart {
  return marked(call, { type: 'text', value: waitingText })
}

/** Creates the marked result of a denied call. */
export function deniedResult(call: ToolCallPart, reason: string | undefined): ToolResultPart {
  return marked(call, reason === undefined ? { type: 'execution-denied' } : { type: 'execution-denied', reason })
}

function marked({ toolCallId, toolName }: ToolCallPart, output: ToolOutput): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output, providerOptions: { lamella: { synthetic: true } } }
}
