import { type Approval, denialOf } from './approvals.ts'
import { broken, link, type Pairing, repaired } from './pairing.ts'
import { deniedResult, standIn } from './stand-in.ts'
import type { PlacedCall } from './tool-calls.ts'

/**
 * Treats the calls that got no result, and puts the approvals where their calls are.
 *
 * @param followed Whether messages will follow those of the layer.
 * @returns Whether a call is left without a result, since it waits for one.
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
  if (policy.missingResult === 'drop') for (const call of missing) drop(pairing, call)
  for (const approval of approvals.all) {
    if (approval.calls === 0) dropApproval(pairing, approval)
    else keepApproval(pairing, approval)
  }
  if (policy.missingResult !== 'drop') for (const call of missing) stand(pairing, call)
  return anyWaits
}

function drop(pairing: Pairing, call: PlacedCall): void {
  pairing.edits.removePart(call.fragment, call.message, call.part)
  repaired(pairing, call.fragment, 'call-dropped', call.call.toolCallId)
  const approval = pairing.approvals.of(call)
  if (approval) approval.calls--
}

function dropApproval(pairing: Pairing, { id, at, requests, responses }: Approval): void {
  const { edits } = pairing
  for (const part of requests) {
    edits.removePart(at.fragment, at.message, part)
    repaired(pairing, at.fragment, 'request-dropped', id)
  }
  for (const { response, fragment, message, part } of responses) {
    edits.removePart(fragment, message, part)
    repaired(pairing, fragment, 'response-dropped', response.approvalId)
  }
}

/** Responses stand in the tool messages behind the calls, wherever they were. */
function keepApproval(pairing: Pairing, { at, responses }: Approval): void {
  const { edits } = pairing
  for (const { response, fragment, message, part, direct } of responses) {
    if (direct) {
      link(pairing, at.fragment, fragment)
      continue
    }
    edits.removePart(fragment, message, part)
    edits.insertBehind(at.fragment, at.message, response)
    repaired(pairing, fragment, 'response-moved', response.approvalId)
  }
}

/**
 * Gives a call a marked result. Where a person denied it, this stands behind their word in the same message: there the AI
 * SDK looks for it, and would write another one otherwise.
 */
function stand(pairing: Pairing, placed: PlacedCall): void {
  const { edits, policy, approvals } = pairing
  const { call, fragment, message } = placed
  if (policy.missingResult === 'fail') throw broken(pairing, fragment, call.toolCallId, ['call', 'result'])
  const denial = denialOf(approvals.of(placed))
  if (denial === undefined) {
    edits.insertBehind(fragment, message, standIn(call))
    repaired(pairing, fragment, 'result-added', call.toolCallId)
    return
  }
  const result = deniedResult(call, denial.response.reason)
  if (denial.direct) edits.append(denial.fragment, denial.message, result)
  else edits.insertBehind(fragment, message, result)
  repaired(pairing, fragment, 'denial-added', call.toolCallId)
}
