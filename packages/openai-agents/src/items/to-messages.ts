import type { AssistantPart, Message, Part, ToolPart } from '@lamella/core'
import { type Check, checkOptions, isObject } from '@lamella/core/plugin'
import { nestsTooDeep } from '@lamella/store'
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
 * @throws LamellaError `OPTION_INVALID` for a value that is not a list of items
 * @example
 * toMessages([{ type: 'message', role: 'user', content: 'Hello' }]) // [{ role: 'user', content: 'Hello' }]
 */
export function toMessages(items: readonly AgentInputItem[]): Message[] {
  checkOptions('toMessages', { items }, { items: mustBeItems }, ['items'])
  const messages: Message[] = []
  for (const given of items) {
    const item = plainItem(given)
    const read = readItem(item)
    // An item that would come back the same, in the same order, needs no options.
    const isPlain = JSON.stringify(written(read)) === JSON.stringify([item])
    const message = messageOf(read, isPlain ? undefined : itemToKeep(item, read))
    const last = messages.at(-1)
    const joins = message.role === 'assistant' || message.role === 'tool'
    if (joins && last?.role === message.role)
      for (const part of message.content as Part[]) (last.content as Part[]).push(part)
    else messages.push(message)
  }
  return messages
}

const mustBeItems: Check = (value) =>
  Array.isArray(value) && value.every((item) => isObject(item) && !nestsTooDeep(item))
    ? undefined
    : 'must be a list of items, which are plain JSON'

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
