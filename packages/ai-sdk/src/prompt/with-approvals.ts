import type { AssistantPart, Message } from '@lamella/core'

/**
 * Adds to the messages of a prompt what the SDK has left out of them: the requests that approvals answer. A prompt has only
 * approvals of calls that the provider runs, and none of their requests; without those, an approval answers nothing and would
 * be dropped. They are taken to be in the order of the calls that still wait.
 */
export function withApprovals(given: readonly Message[]): readonly Message[] {
  const messages = [...given]
  let asked = -1
  for (const [index, message] of given.entries()) {
    if (message.role === 'assistant') asked = index
    if (message.role !== 'tool') continue
    const content = message.content.map((part) =>
      part.type === 'tool-approval-response' ? { ...part, providerExecuted: true } : part,
    )
    messages[index] = { ...message, content }
    const approvals = content.flatMap((part) => (part.type === 'tool-approval-response' ? [part.approvalId] : []))
    const answer = messages[asked]
    if (approvals.length === 0 || answer?.role !== 'assistant' || typeof answer.content === 'string') continue
    const waiting = waitingCalls(answer.content)
    const requests = waiting.slice(0, approvals.length).map((toolCallId, at): AssistantPart => {
      return { type: 'tool-approval-request', approvalId: approvals[at] ?? '', toolCallId }
    })
    messages[asked] = { ...answer, content: [...answer.content, ...requests] }
  }
  return messages
}

/** The calls that the provider runs and that have neither a result nor a request. */
function waitingCalls(parts: readonly AssistantPart[]): readonly string[] {
  const known = new Set(parts.map((part) => part.type !== 'tool-call' && 'toolCallId' in part && part.toolCallId))
  return parts.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted && !known.has(part.toolCallId) ? [part.toolCallId] : [],
  )
}
