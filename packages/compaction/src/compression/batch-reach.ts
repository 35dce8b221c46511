import type { AssistantPart, Message, ToolPart } from '@lamella/core'
import type { MessageBatch } from './batch.ts'

/**
 * Returns, for each batch, the last batch that it must stay with: one that shares its id, the result of one of its
 * calls, a response to one of its approval requests, or the message that follows one of its thoughts. Real
 * conversations reuse call ids, so a result belongs to the nearest earlier call that has none. One pass.
 */
export function batchReach(batches: readonly MessageBatch[]): readonly number[] {
  const reach = batches.map((_, index) => index)
  const link = (from: number | undefined, to: number): void => {
    if (from !== undefined) reach[from] = Math.max(reach[from] ?? from, to)
  }
  const firstOfId = new Map<string, number>()
  const calls = new Map<string, number[]>()
  const questions = new Map<string, number>()
  let thought: number | undefined
  for (const [index, { id, messages }] of batches.entries()) {
    link(firstOfId.get(id), index)
    if (!firstOfId.has(id)) firstOfId.set(id, index)
    for (const message of messages) {
      if (message.role === 'assistant') link(thought, index)
      thought = isThoughtOnly(message) ? index : undefined
      if (typeof message.content === 'string' || message.role === 'user' || message.role === 'system') continue
      const parts: readonly (AssistantPart | ToolPart)[] = message.content
      // Calls first: a call in the same message is nearer to a result than an earlier one, whatever their order in the
      // message.
      for (const part of parts) {
        if (part.type === 'tool-call') addTo(calls, part.toolCallId, index)
        else if (part.type === 'tool-approval-request') questions.set(part.approvalId, index)
      }
      for (const part of parts) {
        if (part.type === 'tool-result') link(calls.get(part.toolCallId)?.pop(), index)
        else if (part.type === 'tool-approval-request') link(calls.get(part.toolCallId)?.at(-1), index)
        else if (part.type === 'tool-approval-response') link(questions.get(part.approvalId), index)
      }
    }
  }
  return reach
}

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function isThoughtOnly({ role, content }: Message): boolean {
  if (role !== 'assistant' || typeof content === 'string' || content.length === 0) return false
  return content.every((part) => part.type === 'reasoning')
}
