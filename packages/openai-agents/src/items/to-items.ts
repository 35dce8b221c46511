import type { AssistantPart, Message } from '@lamella/core'
import { checkMessages } from '@lamella/core/plugin'
import type { AgentInputItem } from '@openai/agents'
import { keptIn, restoreItem } from './kept.ts'
import type { PlainItem } from './plain-item.ts'
import type { ReadItem } from './read-item.ts'
import { writeAnswerPart, writeMessage, writeResult } from './write-item.ts'

/**
 * Converts messages to items of the SDK: those that came from items to the same items, with what has changed since; others,
 * such as the updates of a run or the session of another host, to new items. The SDK has none for files of the model, and
 * for thoughts and hosted calls of other providers.
 *
 * @throws LamellaError `MESSAGE_INVALID`
 */
export function toItems(messages: readonly Message[]): AgentInputItem[] {
  /** The type of the item of each call. */
  const calls = new Map<string, string>()
  const items = checkMessages(messages, 'messages').flatMap((message): readonly PlainItem[] => {
    const { role, content } = message
    if (role === 'system' || role === 'user') {
      const { item } = keptIn(message)
      return [(item && restoreItem(item, { role, content })) ?? writeMessage(role, content)]
    }
    if (role === 'tool') {
      return content.flatMap(
        (part) =>
          restored('tool', [part]) ?? writeResult(part, calls.get('toolCallId' in part ? part.toolCallId : '') ?? ''),
      )
    }
    const answer = answerItems(typeof content === 'string' ? [{ type: 'text', text: content }] : content)
    for (const { type, callId } of answer) calls.set(String(callId), String(type))
    return answer
  })
  // What was not kept as it came is written as the SDK's types say.
  return items as unknown as AgentInputItem[]
}

function answerItems(parts: readonly AssistantPart[]): readonly PlainItem[] {
  const groups: AssistantPart[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last && keptIn(part).more) last.push(part)
    else groups.push([part])
  }
  return groups.flatMap((group) => restored('assistant', group) ?? group.flatMap(writeAnswerPart))
}

function restored(
  role: 'assistant' | 'tool',
  group: Extract<Message['content'], readonly object[]>,
): readonly PlainItem[] | undefined {
  const [first] = group
  const { item } = first ? keptIn(first) : {}
  const isEmpty = first?.type === 'text' && first.text === '' && (item?.['content'] as readonly unknown[])?.length === 0
  const found = item && restoreItem(item, { role, content: isEmpty ? [] : group } as ReadItem)
  return found && [found]
}
