import type { HostMessage, HostPart } from '../contract/host.ts'

/**
 * Adds to a prompt what the SDK has left out of it: the requests that approvals answer. A prompt has only approvals of calls
 * that the provider runs, and none of their requests; without those, an approval answers nothing and would be dropped. They
 * are taken to be in the order of the calls that still wait.
 */
export function withApprovals(prompt: readonly HostMessage[]): readonly HostMessage[] {
  const messages = [...prompt]
  for (const [index, message] of messages.entries()) {
    const parts = partsOf(message)
    const responses = parts.filter(({ type }) => type === 'tool-approval-response')
    if (message.role !== 'tool' || responses.length === 0) continue
    messages[index] = { ...message, content: parts.map(executed) }
    const asked = messages.slice(0, index).findLastIndex(({ role }) => role === 'assistant')
    const answer = messages[asked]
    if (!answer) continue
    const waiting = waitingCalls(partsOf(answer))
    const requests = responses.flatMap(({ approvalId }, at): readonly HostPart[] => {
      const toolCallId = waiting[at]
      return toolCallId === undefined ? [] : [{ type: 'tool-approval-request', approvalId, toolCallId }]
    })
    messages[asked] = { ...answer, content: [...partsOf(answer), ...requests] }
  }
  return messages
}

function partsOf({ content }: HostMessage): readonly HostPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function executed(part: HostPart): HostPart {
  return part.type === 'tool-approval-response' ? { ...part, providerExecuted: true } : part
}

function waitingCalls(parts: readonly HostPart[]): readonly unknown[] {
  const answered = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? [part['toolCallId']] : [])))
  return parts.flatMap((part) =>
    part.type === 'tool-call' && part['providerExecuted'] === true && !answered.has(part['toolCallId'])
      ? [part['toolCallId']]
      : [],
  )
}
