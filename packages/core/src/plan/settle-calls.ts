import { type Approval, denialOf } from './approvals.ts'
import { broken, drop, link, moveAfter, type Pairing, repaired } from './pairing.ts'
import { deniedResult, standIn } from './stand-in.ts'
import type { PlacedCall } from './tool-calls.ts'

/**
 * Handles the calls without a result, and moves approvals to their calls.
 *
 * @param followed Whether messages will follow those of the layer.
 * @returns Whether a call is left without a result because it is pending.
 */
export function settleCalls(pairing: Pairing, followed: boolean): boolean {
  const { calls, approvals, policy } = pairing
  const missing: PlacedCall[] = []
  let anyWaits = false
  for (const call of calls.own) {
    if (call.answered) continue
    const approval = approvals.of(call)
    if (approval && !denialOf(approval) && !followed && call.place === calls.place) anyWaits = true
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
function keepApproval(pairing: Pairing, { at, responses }: Approval): void {
  for (const { response, at: said, direct } of responses) {
    if (direct) link(pairing, at.fragment, said.fragment)
    else moveAfter(pairing, at, said, response)
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
  const denial = denialOf(approvals.of(placed))
  const result = denial ? deniedResult(call, denial.response.reason) : standIn(call)
  if (denial?.direct) edits.append(denial.at, result)
  else edits.insertAfter(at, result)
  repaired(pairing, at.fragment, denial ? 'denial-added' : 'result-added', call.toolCallId)
}
