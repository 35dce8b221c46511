import type { AssistantPart, Message, Part, ToolPart } from '@lamella/core'
import type { AgentInputItem } from '@openai/agents'
import { itemToKeep, withKept } from './kept.ts'
import { type PlainItem, plainItem } from './plain-item.ts'
import { type ReadItem, readItem } from './read-item.ts'
import { writeAnswerPart, writeMessage, writeResult } from './write-item.ts'

/**
 * Converts items of the SDK to messages. Items of the model that follow each other become one message, so that reasoning
 * stays with what it led to; results of tools likewise. What a message has no place for is kept in its provider options:
 * `toItems` returns the same items, as JSON.
 *
 * @example
 * toMessages([{ type: 'message', role: 'user', content: 'Hello' }]) // [{ role: 'user', content: 'Hello' }]
 */
export function toMessages(items: readonly AgentInputItem[]): Message[] {
  return joinItems(items.map((item) => itemMessage(plainItem(item)))).map(({ message }) => message)
}

/** Converts one item to a message of its own. */
export function itemMessage(item: PlainItem): Message {
  const read = readItem(item)
  // An item that would come back the same, in the same order, needs no options.
  const isPlain = JSON.stringify(written(read)) === JSON.stringify([item])
  return messageOf(read, isPlain ? undefined : itemToKeep(item, read))
}

/** Joins the messages of items to those of a conversation; `size` is the number of items in each. */
export function joinItems(said: readonly Message[]): { readonly message: Message; readonly size: number }[] {
  const groups: Message[][] = []
  for (const message of said) {
    const last = groups.at(-1)
    const joins = message.role === 'assistant' || message.role === 'tool'
    if (joins && last?.[0]?.role === message.role) last.push(message)
    else groups.push([message])
  }
  return groups.map((group) => {
    const [first] = group as [Message]
    const content = group.flatMap((message) => message.content as readonly Part[])
    return { message: group.length === 1 ? first : ({ ...first, content } as Message), size: group.length }
  })
}

function written({ role, content }: ReadItem): readonly PlainItem[] {
  if (role === 'assistant') return content.flatMap(writeAnswerPart)
  return role === 'tool' ? content.flatMap((part) => writeResult(part, '')) : [writeMessage(role, content)]
}

function messageOf(read: ReadItem, kept: PlainItem | undefined): Message {
  if (kept === undefined) return { ...read } as Message
  if (read.role !== 'assistant' && read.role !== 'tool') return withKept({ ...read } as Message, { item: kept })
  const said: readonly (AssistantPart | ToolPart)[] = read.content
  const parts = said.length > 0 ? said : [{ type: 'text', text: '' } as const]
  const content = parts.map((part, at) => withKept(part, at === 0 ? { item: kept } : { more: true }))
  return { role: read.role, content } as Message
}
