import type { Message } from '@lamella/core'

/**
 * Problems that a provider, or the program that runs the tools, would reject: a call that is not answered in its own
 * message or in the tool messages directly after it, a result or approval response without a counterpart there. Only a
 * call that needs approval, at the end and not denied, may be pending. Shares no code with the tested functions.
 */
export function toolProblems(messages: readonly Message[], followed = false): readonly string[] {
  const problems: string[] = []
  // Calls that the provider ran may be answered in any later assistant message, or never.
  const ranBefore: string[] = []
  let ran: string[] = []
  let waiting: string[] = []
  let asked = new Map<string, string>()
  let decided = new Map<string, boolean>()
  const close = (isEnd: boolean): void => {
    for (const open of waiting) {
      const waits = isEnd && !followed && [...asked.values()].includes(open) && decided.get(open) !== false
      if (!waits) problems.push(`call ${open} is not answered`)
    }
  }
  const answer = (id: string, lists: readonly string[][]): void => {
    const list = lists.find((one) => one.includes(id))
    if (list) list.splice(list.indexOf(id), 1)
    else problems.push(`result ${id} answers nothing`)
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const part of message.content) {
        if (part.type === 'tool-result') {
          answer(part.toolCallId, [waiting, ran])
          continue
        }
        const call = asked.get(part.approvalId)
        if (call === undefined) problems.push(`approval ${part.approvalId} was not asked for`)
        else if (!decided.has(call)) decided.set(call, part.approved)
      }
      continue
    }
    close(false)
    ranBefore.push(...ran)
    ran = []
    waiting = []
    asked = new Map()
    decided = new Map()
    const parts = message.role === 'assistant' && typeof message.content !== 'string' ? message.content : []
    const called = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    for (const part of parts) {
      if (part.type === 'tool-call') (part.providerExecuted ? ran : waiting).push(part.toolCallId)
      if (part.type === 'tool-result') answer(part.toolCallId, [waiting, ran, ranBefore])
      if (part.type !== 'tool-approval-request') continue
      if (called.includes(part.toolCallId)) asked.set(part.approvalId, part.toolCallId)
      else problems.push(`approval ${part.approvalId} asks about no call`)
    }
  }
  close(true)
  return problems
}
