import { type Approval, denialOf } from './approvals.ts'
import { broken, drop, isNew, link, moveAfter, type Pairing, repaired } from './pairing.ts'
import { deniedResult, standIn, waitingResult } from './stand-in.ts'
import type { PlacedCall } from './tool-calls.ts'

/**
 * Handles the calls without a result, and moves approvals to their calls.
 *
 * @returns Whether a call is left without a result because it is pending.
 */
export function settleCalls(pairing: Pairing): boolean {
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
  for (const { response, at: said, direct } of responses) {
    // The call was sent with a stand-in. Only a denial tells the model something: an approved call gets a result.
    const isLate = !direct && isNew(pairing, said) && !isNew(pairing, at)
    if (isLate) drop(pairing, said, response.approved ? 'response-dropped' : 'result-late', id)
    else if (direct) link(pairing, at.fragment, said.fragment)
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
  const approval = approvals.of(placed)
  const denial = denialOf(approval)
  const isWaiting = approval !== undefined && approval.responses.length === 0
  const result = denial ? deniedResult(call, denial.response.reason) : isWaiting ? waitingResult(call) : standIn(call)
  if (denial?.direct) edits.append(denial.at, result)
  else edits.insertAfter(at, result)
  repaired(pairing, at.fragment, denial ? 'denial-added' : 'result-added', call.toolCallId)
}
