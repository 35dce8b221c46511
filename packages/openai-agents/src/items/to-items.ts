import type { AssistantPart, Message, ToolPart } from '@lamella/core'
import type { AgentInputItem } from '@openai/agents'
import { keptIn } from './kept.ts'
import type { PlainItem } from './plain-item.ts'
import { restoreItem } from './restore-item.ts'
import { writeAnswerPart, writeResult, writeUser } from './write-item.ts'

/**
 * Converts messages to items of the SDK: those that came from items to the same items, with what has changed since; others,
 * such as updates of a run or a session of another host, to new items. The SDK has none for thoughts and hosted calls of
 * other providers.
 */
export function toItems(messages: readonly Message[]): AgentInputItem[] {
  /** The types of the items that made each call. */
  const calls = new Map<string, string>()
  // What was not kept as it came is written as the SDK's types say.
  return messages.flatMap((message) => itemsOf(message, calls)) as unknown as AgentInputItem[]
}

function itemsOf(message: Message, calls: Map<string, string>): readonly PlainItem[] {
  switch (message.role) {
    case 'system':
    case 'user': {
      const { role, content } = message
      const { item } = keptIn(message)
      const parts = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
      const restored = item && restoreItem(item, parts)
      if (restored) return [restored]
      return [role === 'system' ? { type: 'message', role, content } : writeUser(content)]
    }
    case 'assistant': {
      const { content } = message
      const parts: readonly AssistantPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
      const items = groupsOf(parts).flatMap((group): readonly PlainItem[] => {
        const { item } = keptIn(group[0] ?? {})
        const restored =
          item && restoreItem(item, group.length === 1 && isEmptyText(group[0]) ? emptyOf(item, group) : group)
        return restored ? [restored] : group.flatMap(writeAnswerPart)
      })
      for (const { type, callId } of items) if (typeof callId === 'string') calls.set(callId, String(type))
      return items
    }
    case 'tool':
      return message.content.flatMap((part: ToolPart) => {
        if (part.type !== 'tool-result') return []
        const { item } = keptIn(part)
        return [(item && restoreItem(item, [part])) ?? writeResult(part, calls.get(part.toolCallId) ?? '', item)]
      })
    default:
      return message satisfies never
  }
}

/** The parts of each item. */
function groupsOf(parts: readonly AssistantPart[]): readonly (readonly AssistantPart[])[] {
  const groups: AssistantPart[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last && keptIn(part).more) last.push(part)
    else groups.push([part])
  }
  return groups
}

function isEmptyText(part: AssistantPart | undefined): boolean {
  return part?.type === 'text' && part.text === ''
}

/** A message without content has no part of its own. */
function emptyOf(item: PlainItem, group: readonly AssistantPart[]): readonly AssistantPart[] {
  return Array.isArray(item['content']) && item['content'].length === 0 ? [] : group
}
