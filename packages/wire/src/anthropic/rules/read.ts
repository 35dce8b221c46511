import { listOf, type UnknownRecord } from '../../shared/guards.ts'
import { type Placed, recordsOf } from '../../shared/rules/rule.ts'

export function messagesOf(request: UnknownRecord): Placed[] {
  return recordsOf(request['messages'], 'messages')
}

export function blocksOf(message: Placed): Placed[] {
  return recordsOf(message.value['content'], `${message.path}.content`)
}

export function allBlocks(request: UnknownRecord): Placed[] {
  return messagesOf(request).flatMap(blocksOf)
}

export function piecesOf(block: Placed): Placed[] {
  return block.value['type'] === 'tool_result' ? recordsOf(block.value['content'], `${block.path}.content`) : []
}

export function withPieces(block: Placed): Placed[] {
  return [block, ...piecesOf(block)]
}

export function modelOf({ model }: UnknownRecord): string | undefined {
  return typeof model === 'string' ? model : undefined
}

export function systemBlocks(request: UnknownRecord): Placed[] {
  return recordsOf(request['system'], 'system')
}

/** Consecutive messages of the same role, which the API treats as one: "will be combined into a single turn" (S). */
export interface Turn {
  readonly role: unknown
  readonly blocks: readonly Placed[]
}

export function turnsOf(request: UnknownRecord): Turn[] {
  const turns: { role: unknown; blocks: Placed[] }[] = []
  for (const message of messagesOf(request)) {
    const { role } = message.value
    const last = turns.at(-1)
    if (last !== undefined && last.role === role) for (const block of blocksWithText(message)) last.blocks.push(block)
    else turns.push({ role, blocks: blocksWithText(message) })
  }
  return turns
}

/** Treats string content as one text block. */
export function blocksWithText(message: Placed): Placed[] {
  const { content } = message.value
  if (typeof content !== 'string') return blocksOf(message)
  return [{ value: { type: 'text', text: content }, path: `${message.path}.content` }]
}

/** Returns the calls among blocks that the caller answers. */
export function callsIn(blocks: readonly Placed[]): Placed[] {
  return blocks.filter(({ value }) => value['type'] === 'tool_use')
}

/** Returns the results among blocks that come from the caller. */
export function resultsIn(blocks: readonly Placed[]): Placed[] {
  return blocks.filter(({ value }) => value['type'] === 'tool_result')
}

/** Returns the messages unchanged, for checks that use only roles and types. */
export function plainMessages(request: UnknownRecord): { readonly role: unknown; readonly content: unknown }[] {
  return listOf(request['messages']).map((message) => {
    const { role, content } = (message ?? {}) as UnknownRecord
    return { role, content }
  })
}
