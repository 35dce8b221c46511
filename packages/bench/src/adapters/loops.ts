import type { Message, ToolDefinition } from '@lamella/core'
import { recordings } from '../prefix/conversations.ts'

/** A recorded tool loop that outgrows the window. */
export interface Loop {
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly Message[]
}

/** Loops of one kind. */
export interface LoopSet {
  readonly name: string
  readonly loops: readonly Loop[]
}

/** Conversations of the airline that one customer has in a row, and how many such customers there are. */
const [joined, customers] = [4, 3]

/** Messages of the coding agent. */
const codingMessages = 120

/** A conversation of the airline is short, so several are joined to one. */
export function loopSets(): readonly LoopSet[] {
  return recordings().map(({ name, system, tools, conversations }) => {
    const all =
      name === 'airline'
        ? Array.from({ length: customers }, (_, at) => conversations.slice(at * joined, (at + 1) * joined).flat())
        : conversations.map((messages) => messages.slice(0, codingMessages))
    return { name, loops: all.map((messages) => ({ system, tools, messages: withOwnIds(messages) })) }
  })
}

/** Gives each call an id of its own, which every provider accepts: the recordings repeat some. */
function withOwnIds(messages: readonly Message[]): readonly Message[] {
  let answers = 0
  let ids = new Map<string, string>()
  return messages.map((message): Message => {
    if (message.role === 'assistant') {
      answers++
      ids = new Map()
    }
    if (typeof message.content === 'string') return message
    const content = message.content.map((part) => {
      if (!('toolCallId' in part)) return part
      const id = ids.get(part.toolCallId) ?? `call_${answers}_${ids.size}`
      ids.set(part.toolCallId, id)
      return { ...part, toolCallId: id }
    })
    return { ...message, content } as Message
  })
}
