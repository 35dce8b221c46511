import type { Fragment } from '../contract/fragment.ts'
import type { AssistantPart, Message, ToolApprovalRequest, ToolPart, ToolResultPart } from '../contract/message.ts'
import type { RepairAction } from '../contract/report.ts'
import { coreError } from '../errors.ts'
import { type Added, type At, applyEdits, editOf, isThoughtOnly, type MessageEdits } from './message-edits.ts'
import {
  type Approval,
  type Call,
  type Calls,
  denialOf,
  deniedResult,
  firstOpen,
  type Paired,
  type PairingEnds,
  type Repair,
  type RepairPolicy,
  standIn,
  waitingResult,
} from './pairing.ts'

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
 * One pass over the messages; each call is looked up by its id and position.
 *
 * @throws LamellaError `TOOL_PAIR_BROKEN` where the policy is `fail`
 */
export function pairTools(
  layer: string,
  fragments: readonly Fragment[],
  { missingResult, orphanResult, heldCalls = [] }: RepairPolicy,
  { followed, sentTo }: PairingEnds = {},
): Paired {
  const edits: MessageEdits = []
  const links: (readonly [number, number])[] = []
  const repairs: Repair[] = []
  /** Calls that the program has to answer, in order. A provider that runs a tool itself may return a result or not. */
  const own: Call[] = []
  const [newest, newestRan]: readonly [Calls, Calls] = [new Map(), new Map()]
  const answered = new Map<string, Call>()
  const approvals: Approval[] = []
  const byApproval = new Map<string, Approval>()
  /** The index of the newest message that is not a tool message. */
  let place = 0
  /** By place: the last result directly after. Others follow it, since results of calls with one id are in their order. */
  const ends: At[] = []

  const repaired = (fragment: number, repair: RepairAction, id: string): void => {
    repairs.push({ fragment: fragments[fragment]?.id ?? '', repair, id })
  }
  const remove = (at: At): unknown => editOf(edits, at).removed.add(at.part)
  const add = (list: Added[], part: ToolPart): Added => {
    const added = { part }
    list.push(added)
    return added
  }
  const drop = (at: At, repair: RepairAction, id: string): void => {
    remove(at)
    repaired(at.fragment, repair, id)
  }
  const link = (a: number, b: number): void => {
    if (a !== b) links.push([a, b])
  }
  const after = ({ at, place }: Pick<Call, 'at' | 'place'>): Added[] => editOf(edits, ends[place] ?? at).after
  /** Moves a part to a tool message after that of its call. */
  const move = (to: Pick<Call, 'at' | 'place'>, at: At, part: ToolPart): Added => {
    if (part.type === 'tool-result') drop(at, 'result-moved', part.toolCallId)
    else drop(at, 'response-moved', part.approvalId)
    return add(after(to), part)
  }
  /** Whether a run has sent the messages before this one, but not this one. */
  const isNew = ({ fragment }: At): boolean => sentTo !== undefined && (fragments[fragment]?.position ?? -1) >= sentTo
  const broken = ({ fragment: index }: At, toolCallId: string, has: string, lacks: string): Error => {
    const fragment = fragments[index]?.id ?? ''
    return coreError(
      'TOOL_PAIR_BROKEN',
      `Layer '${layer}', fragment '${fragment}': the tool ${has} '${toolCallId}' has no ${lacks}.`,
      'Complete the history, or set another policy with repair(...).',
      { layer, fragment, toolCallId },
    )
  }

  /** Takes the nearest call of an id that has no result yet, preferring those of the program. */
  const take = (id: string, isHere = false): Call | undefined => {
    const [called, ran] = [firstOpen(newest, id), firstOpen(newestRan, id)]
    const call = called && ran && ran.place > called.place ? ran : (called ?? ran)
    if (call === undefined || (isHere && call.place !== place)) return undefined
    call.answered = true
    if (!call.call.providerExecuted) answered.set(id, call)
    return call
  }
  const settle = (call: Call, result: ToolResultPart, at: At, stays: boolean): void => {
    call.result = { result, at, added: stays ? undefined : move(call, at, result) }
    if (!stays) return
    link(call.at.fragment, at.fragment)
    ends[place] = at
  }
  const answer = (result: ToolResultPart, at: At, inline: boolean): void => {
    const id = result.toolCallId
    const open = take(id)
    const call = open ?? answered.get(id)
    const was = call?.result
    const isLate = was !== undefined && isNew(at) && !isNew(was.at)
    // A provider-run result may come in a later assistant message and stays where the provider put it.
    if (open) settle(open, result, at, open.place === place || (inline && open.call.providerExecuted === true))
    else if (call && was && (orphanResult !== 'fail' || isLate)) {
      // A further result of a call replaces the one before, unless that was sent and this was not.
      const isSame = JSON.stringify(was.result.output) === JSON.stringify(result.output)
      if (isSame || isLate) drop(at, isSame ? 'result-replaced' : 'result-late', id)
      else {
        if (was.added) was.added.part = undefined
        else remove(was.at)
        repaired(was.at.fragment, 'result-replaced', id)
        settle(call, result, at, call.place === place)
      }
    } else if (heldCalls !== 'all' && !heldCalls.includes(id)) {
      if (orphanResult === 'fail') throw broken(at, id, 'result', 'call')
      drop(at, isNew(at) ? 'result-late' : 'result-dropped', id)
    }
  }

  const readAssistant = (content: readonly AssistantPart[], fragment: number, message: number): void => {
    const here: Call[] = []
    const early: (readonly [ToolResultPart, At])[] = []
    const requests: (readonly [ToolApprovalRequest, At])[] = []
    for (let part = 0; part < content.length; part++) {
      const one = content[part] as AssistantPart
      const at = { fragment, message, part }
      if (one.type === 'tool-approval-request') requests.push([one, at])
      else if (one.type === 'tool-call') {
        const calls = one.providerExecuted ? newestRan : newest
        const call: Call = { call: one, at, place, before: calls.get(one.toolCallId), answered: false }
        calls.set(one.toolCallId, call)
        if (calls === newest) own.push(call)
        here.push(call)
      } else if (one.type === 'tool-result') {
        const call = take(one.toolCallId, true)
        if (call) call.result = { result: one, at, added: undefined }
        else early.push([one, at])
      }
    }
    // A result without a call before it in its message is of a later call there, or of one of an earlier message.
    for (const [result, at] of early) {
      const call = take(result.toolCallId, true)
      if (call) {
        drop(at, 'result-moved', result.toolCallId)
        call.result = { result, at, added: add(editOf(edits, at).appended, result) }
      } else answer(result, at, true)
    }
    // After the calls, since a request may precede the call that it is for.
    for (const [{ approvalId, toolCallId: id }, at] of requests) {
      const asked = here.filter(({ call }) => call.toolCallId === id)
      if (asked.length === 0) {
        drop(at, 'request-dropped', approvalId)
        continue
      }
      let approval = asked[0]?.approval
      if (approval === undefined) {
        approval = { id, at, place, requests: [], responses: [], calls: asked.length }
        approvals.push(approval)
        for (const call of asked) call.approval = approval
      }
      approval.requests.push(at)
      byApproval.set(approvalId, approval)
    }
  }
  const readTool = (one: ToolPart, at: At): void => {
    const approval = one.type === 'tool-result' ? undefined : byApproval.get(one.approvalId)
    if (one.type === 'tool-result') answer(one, at, false)
    else if (approval) approval.responses.push({ response: one, at, direct: approval.place === place })
    else drop(at, 'response-dropped', one.approvalId)
  }

  // The reasoning that leads to the next message.
  let thought = -1
  for (let fragment = 0; fragment < fragments.length; fragment++) {
    const content = fragments[fragment]?.content ?? ''
    // A text begins a new message, and an empty list may be one: tool messages after it do not directly follow a call.
    if (typeof content === 'string' || content.length === 0) {
      place++
      continue
    }
    for (let position = 0; position < content.length; position++) {
      const message = content[position] as Message
      if (message.role === 'tool') {
        for (const [part, one] of message.content.entries()) readTool(one, { fragment, message: position, part })
        continue
      }
      place++
      if (message.role === 'assistant') {
        if (typeof message.content !== 'string') readAssistant(message.content, fragment, position)
        if (thought >= 0) link(thought, fragment)
      }
      thought = isThoughtOnly(message) ? fragment : -1
    }
  }

  const missing: Call[] = []
  let waits = false
  for (const call of own.filter(({ answered }) => !answered)) {
    if (call.approval && !denialOf(call.approval) && !followed && call.place === place) waits = true
    else missing.push(call)
  }
  if (missingResult === 'drop') {
    for (const { call, at, approval } of missing) {
      drop(at, 'call-dropped', call.toolCallId)
      if (approval) approval.calls--
    }
  }
  for (const approval of approvals) {
    const { id, at: call, requests, responses, calls } = approval
    if (calls === 0) for (const at of requests) drop(at, 'request-dropped', id)
    for (const { response, at, direct } of responses) {
      // The call was sent with a stand-in. Only a denial is news for the model: an approved call gets a result.
      if (calls === 0) drop(at, 'response-dropped', response.approvalId)
      else if (!direct && isNew(at) && !isNew(call))
        drop(at, response.approved ? 'response-dropped' : 'result-late', id)
      else if (direct) link(call.fragment, at.fragment)
      else move(approval, at, response)
    }
  }
  if (missingResult !== 'drop') {
    for (const { call, at, place, approval } of missing) {
      if (missingResult === 'fail') throw broken(at, call.toolCallId, 'call', 'result')
      const denial = denialOf(approval)
      const result = denial
        ? deniedResult(call, denial.response.reason)
        : approval?.responses.length === 0
          ? waitingResult(call)
          : standIn(call)
      // Of a denied call it follows the response in the same message: the AI SDK looks for it there, and would write another one.
      add(denial?.direct ? editOf(edits, denial.at).appended : after({ at, place }), result)
      repaired(at.fragment, denial ? 'denial-added' : 'result-added', call.toolCallId)
    }
  }
  if (edits.length === 0) return { fragments, links, repairs, waits }
  const { fragments: edited, moved } = applyEdits(fragments, edits)
  const kept = links.map(([a, b]) => [moved[a] ?? -1, moved[b] ?? -1] as const).filter(([a, b]) => a >= 0 && b >= 0)
  return { fragments: edited, links: kept, repairs, waits }
}
