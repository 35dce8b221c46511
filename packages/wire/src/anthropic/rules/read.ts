import type { UnknownRecord } from '../../shared/guards.ts'
import { listOf, type Placed, recordsOf } from '../../shared/rules/read.ts'

export function messagesOf(request: UnknownRecord): Placed[] {
  return recordsOf(request['messages'], 'messages')
}

/** The blocks of a message whose content is a list. */
export function blocksOf(message: Placed): Placed[] {
  return recordsOf(message.value['content'], `${message.path}.content`)
}

/** The blocks of all messages. */
export function allBlocks(request: UnknownRecord): Placed[] {
  return messagesOf(request).flatMap(blocksOf)
}

/** The blocks in the result of a tool. */
export function piecesOf(block: Placed): Placed[] {
  return block.value['type'] === 'tool_result' ? recordsOf(block.value['content'], `${block.path}.content`) : []
}

/** The blocks of the system prompt, if it is not a text. */
export function systemBlocks(request: UnknownRecord): Placed[] {
  return recordsOf(request['system'], 'system')
}

/** Messages of one role in a row, which the API takes for one: "will be combined into a single turn" (S). */
export interface Turn {
  readonly role: unknown
  readonly blocks: readonly Placed[]
}

/** The turns of a conversation. */
export function turnsOf(request: UnknownRecord): Turn[] {
  const turns: { role: unknown; blocks: Placed[] }[] = []
  for (const message of messagesOf(request)) {
    const { role } = message.value
    const last = turns.at(-1)
    if (last !== undefined && last.role === role) last.blocks.push(...blocksWithText(message))
    else turns.push({ role, blocks: blocksWithText(message) })
  }
  return turns
}

/** A content that is text alone is the same as one text block. */
export function blocksWithText(message: Placed): Placed[] {
  const { content } = message.value
  if (typeof content !== 'string') return blocksOf(message)
  return [{ value: { type: 'text', text: content }, path: `${message.path}.content` }]
}

/** The calls among blocks that the caller answers. */
export function callsIn(blocks: readonly Placed[]): Placed[] {
  return blocks.filter(({ value }) => value['type'] === 'tool_use')
}

/** The results among blocks that the caller gives. */
export function resultsIn(blocks: readonly Placed[]): Placed[] {
  return blocks.filter(({ value }) => value['type'] === 'tool_result')
}

/** The messages as they are, for what goes by roles and types alone. */
export function plainMessages(request: UnknownRecord): { readonly role: unknown; readonly content: unknown }[] {
  return listOf(request['messages']).map((message) => {
    const { role, content } = (message ?? {}) as UnknownRecord
    return { role, content }
  })
}
