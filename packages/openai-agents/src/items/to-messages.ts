import type { AssistantPart, Message, ToolPart } from '@lamella/core'
import type { AgentInputItem } from '@openai/agents'
import { keep } from './kept.ts'
import { type PlainItem, plainItem } from './plain-item.ts'
import { type ReadItem, readItem } from './read-item.ts'
import { itemToKeep } from './restore-item.ts'
import { writeRead } from './write-read.ts'

/**
 * Converts items of the SDK to messages. Items of the model that follow each other become one message, so that reasoning
 * stays with what it led to; results of tools likewise. What a message has no place for is kept in its provider options,
 * and `toItems` returns the same items, as JSON.
 *
 * @example
 * toMessages([{ type: 'message', role: 'user', content: 'Hello' }]) // [{ role: 'user', content: 'Hello' }]
 */
export function toMessages(items: readonly AgentInputItem[]): Message[] {
  const messages: Message[] = []
  for (const [index, given] of items.entries()) {
    const item = plainItem(given)
    const read = readItem(item, index)
    const message = messageOf(item, read)
    const last = messages.at(-1)
    if (message.role === 'assistant' && last?.role === 'assistant') {
      ;(last.content as AssistantPart[]).push(...(message.content as AssistantPart[]))
    } else if (message.role === 'tool' && last?.role === 'tool') last.content.push(...message.content)
    else messages.push(message)
  }
  return messages
}

/** An item that comes back the same without anything kept, in the same order, needs no options. */
function messageOf(item: PlainItem, read: ReadItem): Message {
  const written = writeRead(read)
  const isPlain = written.length === 1 && JSON.stringify(written[0]) === JSON.stringify(item)
  const kept = isPlain ? undefined : itemToKeep(item, read)
  if (read.role === 'system' || read.role === 'user') {
    const content = read.role === 'system' ? read.text : read.content
    return { role: read.role, content, ...(kept && { providerOptions: keep(undefined, { item: kept }) }) } as Message
  }
  const parts = kept ? withKept(read.parts, kept) : read.parts
  return { role: read.role, content: [...parts] } as Message
}

function withKept(
  parts: readonly (AssistantPart | ToolPart)[],
  item: PlainItem,
): readonly (AssistantPart | ToolPart)[] {
  if (parts.length === 0) return [{ type: 'text', text: '', providerOptions: keep(undefined, { item }) }]
  return parts.map((part, index) => {
    const options = 'providerOptions' in part ? part.providerOptions : undefined
    return { ...part, providerOptions: keep(options, index === 0 ? { item } : { more: true }) } as
      | AssistantPart
      | ToolPart
  })
}
