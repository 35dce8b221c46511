import type { Message, Part } from '@lamella/core'
import type { OpenRunOptions } from '../contract/open-run.ts'

/** How many messages are read from the end at first. */
const firstPage = 8

/**
 * Returns the ids of the calls that the newest answer of the model has made, and that have no result yet.
 *
 * @param hasMessage Whether a message follows. Calls that wait for approval do not count then: it may be about them.
 */
export async function openCalls(
  { sessions, scope, id }: OpenRunOptions,
  hasMessage: boolean,
): Promise<readonly string[]> {
  for (let messages = firstPage; ; messages *= 4) {
    const page = await sessions.page(scope, id, { messages })
    const tail = page.messages.map((one) => one.message)
    const answer = tail.findLastIndex(({ role }) => role === 'assistant')
    if (answer >= 0) return openAfter(tail.slice(answer), hasMessage)
    if (page.start === 0) return []
  }
}

function openAfter([answer, ...rest]: readonly Message[], hasMessage: boolean): readonly string[] {
  // Calls of one answer may share an id, and then have a result each.
  const open = new Map<string, number>()
  const count = (call: string, change: number): void => {
    const left = (open.get(call) ?? 0) + change
    if (left > 0) open.set(call, left)
    else open.delete(call)
  }
  const asked = new Map<string, string>()
  for (const part of answer ? partsOf(answer) : []) {
    if (part.type === 'tool-call' && !part.providerExecuted) count(part.toolCallId, 1)
    if (part.type === 'tool-approval-request') asked.set(part.approvalId, part.toolCallId)
  }
  if (hasMessage) for (const call of asked.values()) open.delete(call)
  for (const part of [answer, ...rest].flatMap((message) => (message ? partsOf(message) : []))) {
    if (part.type === 'tool-result') count(part.toolCallId, -1)
    if (part.type === 'tool-approval-response' && !part.approved) open.delete(asked.get(part.approvalId) ?? '')
  }
  return [...open.keys()]
}

function partsOf({ content }: Message): readonly Part[] {
  return typeof content === 'string' ? [] : content
}
