import type { AssistantPart, Message, ToolPart, ToolResultPart } from '../contract/message.ts'
import { isThoughtOnly } from './message-edits.ts'
import { broken, link, type Pairing, repaired } from './pairing.ts'

/** Goes through a layer once, in order: notes its calls, and finds what results and approvals belong to. */
export function readTools(pairing: Pairing): void {
  const { fragments, calls } = pairing
  // The thought that leads to the next message.
  let thought = -1
  for (let index = 0; index < fragments.length; index++) {
    const content = fragments[index]?.content ?? ''
    // A text is something that is said, as an empty list may have been: what stands behind it answers nothing directly.
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
  let early: number[] | undefined
  let asks = false
  for (let part = 0; part < content.length; part++) {
    const one = content[part] as AssistantPart
    if (one.type === 'tool-call') pairing.calls.add(one, fragment, message, part)
    else if (one.type === 'tool-approval-request') asks = true
    else if (one.type === 'tool-result' && !pairing.calls.takeHere(one.toolCallId)) {
      early ??= []
      early.push(part)
    }
  }
  for (const part of early ?? []) readEarly(pairing, content[part] as ToolResultPart, fragment, message, part)
  if (asks) readRequests(pairing, content, fragment, message)
}

/** A result without a call before it in its message: it answers one that follows there, or one of an earlier message. */
function readEarly(pairing: Pairing, result: ToolResultPart, fragment: number, message: number, part: number): void {
  const { calls, edits } = pairing
  if (!calls.takeHere(result.toolCallId)) {
    answer(pairing, result, fragment, message, part, true)
    return
  }
  edits.removePart(fragment, message, part)
  edits.append(fragment, message, result)
  repaired(pairing, fragment, 'result-moved', result.toolCallId)
}

function readToolMessage(pairing: Pairing, content: readonly ToolPart[], fragment: number, message: number): void {
  for (let part = 0; part < content.length; part++) {
    const one = content[part] as ToolPart
    if (one.type === 'tool-result') answer(pairing, one, fragment, message, part, false)
    else if (!pairing.approvals.respond(one, { fragment, message, place: pairing.calls.place }, part)) {
      pairing.edits.removePart(fragment, message, part)
      repaired(pairing, fragment, 'response-dropped', one.approvalId)
    }
  }
}

function answer(
  pairing: Pairing,
  result: ToolResultPart,
  fragment: number,
  message: number,
  part: number,
  inline: boolean,
): void {
  const { calls, edits, policy } = pairing
  const call = calls.take(result.toolCallId)
  // What a provider ran may come back in a later message of the model, and stays where the provider has put it.
  if (call && (call.place === calls.place || (inline && call.call.providerExecuted))) {
    link(pairing, call.fragment, fragment)
    return
  }
  edits.removePart(fragment, message, part)
  if (call) {
    edits.insertBehind(call.fragment, call.message, result)
    repaired(pairing, fragment, 'result-moved', result.toolCallId)
  } else if (policy.orphanResult === 'fail') {
    throw broken(pairing, fragment, result.toolCallId, ['result', 'call'])
  } else repaired(pairing, fragment, 'result-dropped', result.toolCallId)
}

/** After the calls, since a request may stand before the call that it asks about. */
function readRequests(pairing: Pairing, content: readonly AssistantPart[], fragment: number, message: number): void {
  const { approvals, edits } = pairing
  const at = { fragment, message, place: pairing.calls.place }
  const called = new Map<string, number>()
  for (const one of content) {
    if (one.type === 'tool-call') called.set(one.toolCallId, (called.get(one.toolCallId) ?? 0) + 1)
  }
  for (const [part, one] of content.entries()) {
    if (one.type !== 'tool-approval-request') continue
    const calls = called.get(one.toolCallId)
    if (calls !== undefined) approvals.ask(one, at, part, calls)
    else {
      edits.removePart(fragment, message, part)
      repaired(pairing, fragment, 'request-dropped', one.approvalId)
    }
  }
}
