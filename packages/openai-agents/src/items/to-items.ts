import type { AssistantPart, Message } from '@lamella/core'
import type { AgentInputItem } from '@openai/agents'
import { keptIn, restoreItem } from './kept.ts'
import type { PlainItem } from './plain-item.ts'
import { writeAnswerPart, writeMessage, writeResult } from './write-item.ts'

/**
 * Converts messages to items of the SDK: those that came from items to the same items, with what has changed since; others,
 * such as the updates of a run or the session of another host, to new items. The SDK has none for files of the model, and
 * for thoughts and hosted calls of other providers.
 */
export function toItems(messages: readonly Message[]): AgentInputItem[] {
  return itemGroups(messages, () => undefined).flat()
}

/** Returns the items of each message; `known`: those of a message that is as it came. */
export function itemGroups(
  messages: readonly Message[],
  known: (message: Message) => readonly AgentInputItem[] | undefined,
): (readonly AgentInputItem[])[] {
  /** The type of the item of each call. */
  const calls = new Map<string, string>()
  return messages.map((message) => {
    // What was not kept as it came is written as the SDK's types say.
    const items = known(message) ?? (messageItems(message, calls) as unknown as readonly AgentInputItem[])
    if (message.role === 'assistant') {
      for (const { type, callId } of items as readonly PlainItem[]) calls.set(String(callId), String(type))
    }
    return items
  })
}

function messageItems(message: Message, calls: ReadonlyMap<string, string>): readonly PlainItem[] {
  const { role, content } = message
  if (role === 'system' || role === 'user') {
    const { item } = keptIn(message)
    return [(item && restoreItem(item, content)) ?? writeMessage(role, content)]
  }
  if (role === 'assistant')
    return answerItems(typeof content === 'string' ? [{ type: 'text', text: content }] : content)
  return content.flatMap(
    (part) => restored([part]) ?? writeResult(part, calls.get('toolCallId' in part ? part.toolCallId : '') ?? ''),
  )
}

function answerItems(parts: readonly AssistantPart[]): readonly PlainItem[] {
  const groups: AssistantPart[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last && keptIn(part).more) last.push(part)
    else groups.push([part])
  }
  return groups.flatMap((group) => restored(group) ?? group.flatMap(writeAnswerPart))
}

function restored(group: Extract<Message['content'], readonly object[]>): readonly PlainItem[] | undefined {
  const [first] = group
  const { item } = first ? keptIn(first) : {}
  const isEmpty = first?.type === 'text' && first.text === '' && (item?.['content'] as readonly unknown[])?.length === 0
  const found = item && restoreItem(item, isEmpty ? [] : group)
  return found && [found]
}
