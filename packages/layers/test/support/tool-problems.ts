import type { Message } from '@lamella/core'

/**
 * Returns the problems that a provider would reject: calls, results and approvals that are not adjacent. A call that
 * awaits approval may be last, unless it was denied.
 */
export function toolProblems(messages: readonly Message[]): readonly string[] {
  const problems: string[] = []
  const ranBefore: string[] = []
  let calls: readonly string[] = []
  let waiting: string[] = []
  let ran: string[] = []
  let asked: Record<string, string> = {}
  let denied: string[] = []
  const answer = (id: string, ...lists: readonly string[][]): void => {
    const list = lists.find((one) => one.includes(id))
    if (list) list.splice(list.indexOf(id), 1)
    else problems.push(`result ${id} answers nothing`)
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const part of message.content) {
        if (part.type === 'tool-result') answer(part.toolCallId, waiting, ran)
        else if (asked[part.approvalId] === undefined) problems.push(`approval ${part.approvalId} was not asked for`)
        else if (!part.approved) denied.push(asked[part.approvalId] ?? '')
      }
      continue
    }
    problems.push(...waiting.map((id) => `call ${id} is not answered`))
    ranBefore.push(...ran)
    ;[waiting, ran, asked, denied] = [[], [], {}, []]
    const parts = message.role === 'assistant' && typeof message.content !== 'string' ? message.content : []
    calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    for (const part of parts) {
      if (part.type === 'tool-call') (part.providerExecuted ? ran : waiting).push(part.toolCallId)
      if (part.type === 'tool-result') answer(part.toolCallId, waiting, ran, ranBefore)
      if (part.type !== 'tool-approval-request') continue
      asked[part.approvalId] = part.toolCallId
      if (!calls.includes(part.toolCallId)) problems.push(`approval ${part.approvalId} asks about no call`)
    }
  }
  const waits = (id: string): boolean => Object.values(asked).includes(id) && !denied.includes(id)
  return [...problems, ...waiting.filter((id) => !waits(id)).map((id) => `call ${id} is not answered`)]
}
