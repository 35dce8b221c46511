import type { JsonValue, Message, Part, ToolCallPart } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import { cleanLine } from '../plain-text.ts'

/** The most characters of a call: the reason of the person comes after it. */
const longestCall = 160

/**
 * Returns what reads the decisions of a person on calls: `Approved: refund {"order":"A-17"} — this once`, each with the call that it is
 * about, where that was dropped, too.
 */
export function decidedCalls(gone: readonly PlacedMessage[]): (message: Message) => readonly string[] {
  const calls = new Map<string, ToolCallPart>()
  const asked = new Map<string, string>()
  // Ids of calls are used again by some models: the call of a decision is the newest before it.
  const decisions = new Map<Message, readonly string[]>()
  for (const { message } of gone) {
    if (typeof message.content === 'string') continue
    for (const part of message.content as readonly Part[]) {
      if (part.type === 'tool-call') calls.set(part.toolCallId, part)
      else if (part.type === 'tool-approval-request') asked.set(part.approvalId, part.toolCallId)
      const decision = decisionIn(part, (id) => calls.get(id), asked)
      if (decision !== '') decisions.set(message, [...(decisions.get(message) ?? []), decision])
    }
  }
  return (message) => decisions.get(message) ?? []
}

function decisionIn(
  part: Part,
  callOf: (id: string) => ToolCallPart | undefined,
  asked: ReadonlyMap<string, string>,
): string {
  if (part.type === 'tool-approval-response') {
    const call = callOf(asked.get(part.approvalId) ?? '')
    return written(part.approved ? 'Approved' : 'Denied', call, part.reason)
  }
  if (part.type !== 'tool-result' || part.output.type !== 'execution-denied') return ''
  return written('Denied', callOf(part.toolCallId), part.output.reason)
}

function written(decision: string, call: ToolCallPart | undefined, reason = ''): string {
  if (!call && reason === '') return ''
  const made = call ? cleanLine(`${call.toolName} ${JSON.stringify(call.input as JsonValue)}`) : ''
  const short = made.length > longestCall ? `${made.slice(0, longestCall)}…` : made
  return `${decision}${short && `: ${short}`}${reason && ` — ${cleanLine(reason)}`}`
}
