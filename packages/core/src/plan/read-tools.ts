import type { AssistantPart, Message, ToolPart, ToolResultPart } from '../contract/message.ts'
import { type At, isThoughtOnly } from './message-edits.ts'
import { broken, drop, isNew, link, moveAfter, type Pairing, repaired } from './pairing.ts'

/** Reads a layer once, in order: records its calls, and matches results and approvals to them. */
export function readTools(pairing: Pairing): void {
  const { fragments, calls } = pairing
  // The reasoning that leads to the next message.
  let thought = -1
  for (let index = 0; index < fragments.length; index++) {
    const content = fragments[index]?.content ?? ''
    // A text begins a new message, and an empty list may be one: tool messages after it do not directly follow a call.
    if (typeof content === 'string' || content.length === 0) {
      calls.begin()
      continue
    }
    for (let position = 0; position < content.length; position++) {
      const message = content[position] as Message
      if (message.role === 'tool') {
        readToolMessage(pairing, message.content, index, position)
        continue
      }
      calls.begin()
      if (message.role === 'assistant') {
        if (typeof message.content !== 'string') readAssistant(pairing, message.content, index, position)
        if (thought >= 0) link(pairing, thought, index)
      }
      thought = isThoughtOnly(message) ? index : -1
    }
  }
}

function readAssistant(pairing: Pairing, content: readonly AssistantPart[], fragment: number, message: number): void {
  const { calls } = pairing
  let early: readonly number[] | undefined
  let asks = false
  for (let part = 0; part < content.length; part++) {
    const one = content[part] as AssistantPart
    if (one.type === 'tool-call') calls.add(one, { fragment, message, part })
    else if (one.type === 'tool-approval-request') asks = true
    else if (one.type === 'tool-result') {
      const call = calls.takeHere(one.toolCallId)
      if (call) call.result = { result: one, at: { fragment, message, part } }
      else early = [...(early ?? []), part]
    }
  }
  for (const part of early ?? []) readEarly(pairing, content[part] as ToolResultPart, { fragment, message, part })
  if (asks) readRequests(pairing, content, fragment, message)
}

/**
 * Handles a result without a call before it in its message: it belongs to a later call there, or to one of an earlier
 * message.
 */
function readEarly(pairing: Pairing, result: ToolResultPart, at: At): void {
  const { calls, edits } = pairing
  const call = calls.takeHere(result.toolCallId)
  if (call === undefined) {
    answer(pairing, result, at, true)
    return
  }
  edits.remove(at)
  call.result = { result, at, added: edits.append(at, result) }
  repaired(pairing, at.fragment, 'result-moved', result.toolCallId)
}

function readToolMessage(pairing: Pairing, content: readonly ToolPart[], fragment: number, message: number): void {
  const { approvals, calls } = pairing
  for (let part = 0; part < content.length; part++) {
    const one = content[part] as ToolPart
    const at = { fragment, message, part }
    if (one.type === 'tool-result') answer(pairing, one, at, false)
    else if (!approvals.respond(one, at, calls.place)) drop(pairing, at, 'response-dropped', one.approvalId)
  }
}

function answer(pairing: Pairing, result: ToolResultPart, at: At, inline: boolean): void {
  const { calls, policy } = pairing
  const call = calls.take(result.toolCallId)
  // A provider-run result may come in a later assistant message and stays where the provider put it.
  if (call && (call.place === calls.place || (inline && call.call.providerExecuted))) {
    link(pairing, call.at.fragment, at.fragment)
    call.result = { result, at }
  } else if (call) call.result = { result, at, added: moveAfter(pairing, call.at, at, result) }
  else if (answerAgain(pairing, result, at)) return
  else if (policy.heldCalls === 'all' || policy.heldCalls.includes(result.toolCallId)) return
  else if (policy.orphanResult === 'fail') throw broken(pairing, at.fragment, result.toolCallId, ['result', 'call'])
  else drop(pairing, at, isNew(pairing, at) ? 'result-late' : 'result-dropped', result.toolCallId)
}

/** Handles a further result of a call: it replaces another one before, unless that was sent and this was not. */
function answerAgain(pairing: Pairing, result: ToolResultPart, at: At): boolean {
  const { calls, edits } = pairing
  const { toolCallId } = result
  const call = calls.answered(toolCallId)
  const isLate = call?.result && isNew(pairing, at) && !isNew(pairing, call.result.at)
  if (call?.result === undefined || (pairing.policy.orphanResult === 'fail' && !isLate)) return false
  const { result: before, at: was, added } = call.result
  if (JSON.stringify(before.output) === JSON.stringify(result.output)) {
    drop(pairing, at, 'result-replaced', toolCallId)
    return true
  }
  if (isLate) {
    drop(pairing, at, 'result-late', toolCallId)
    return true
  }
  if (added) added.part = undefined
  else edits.remove(was)
  repaired(pairing, was.fragment, 'result-replaced', toolCallId)
  if (call.place === calls.place) {
    link(pairing, call.at.fragment, at.fragment)
    call.result = { result, at }
  } else call.result = { result, at, added: moveAfter(pairing, call.at, at, result) }
  return true
}

/** After the calls, since a request may precede the call that it is for. */
function readRequests(pairing: Pairing, content: readonly AssistantPart[], fragment: number, message: number): void {
  const { approvals, calls } = pairing
  const called = new Map<string, number>()
  for (const one of content) {
    if (one.type === 'tool-call') called.set(one.toolCallId, (called.get(one.toolCallId) ?? 0) + 1)
  }
  for (const [part, one] of content.entries()) {
    if (one.type !== 'tool-approval-request') continue
    const at = { fragment, message, part }
    const asked = called.get(one.toolCallId)
    if (asked === undefined) drop(pairing, at, 'request-dropped', one.approvalId)
    else approvals.ask(one, at, calls.place, asked)
  }
}
