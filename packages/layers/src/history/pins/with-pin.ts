import type { Message } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import { isThought } from '../place-turns.ts'
import type { MessageReader } from './message-reader.ts'

/**
 * Returns a pinned message with what it needs, in order: a call with its results and the other way round, a thought with what
 * follows it, and the user message that opened its turn, since what is kept begins with one. Nothing if it cannot be read.
 */
export async function withPin(position: number, reader: MessageReader): Promise<readonly PlacedMessage[]> {
  const found = new Map<number, Message>()
  const opener = await reader.openerOf(position)
  const add = async (place: number): Promise<void> => {
    const message = found.has(place) ? undefined : await reader.at(place)
    if (message === undefined) return
    found.set(place, message)
    const [before, after] = [await reader.at(place - 1), await reader.at(place + 1)]
    if (goesWith(before, message)) await add(place - 1)
    if (goesWith(message, after)) await add(place + 1)
    for (const id of resultsWithoutCall(message)) await add(await callBefore(place, id))
  }
  /** A provider's own tool may return its result in a later message of the turn. */
  const callBefore = async (place: number, id: string): Promise<number> => {
    for (let at = place - 1; at > (opener ?? place); at--) {
      const message = await reader.at(at)
      if (message && partsOf(message).some((part) => part.type === 'tool-call' && part.toolCallId === id)) return at
    }
    return -1
  }
  await add(position)
  if (found.size === 0) return []
  if (opener !== undefined) await add(opener)
  return Array.from(found, ([place, message]) => ({ position: place, message })).sort((a, b) => a.position - b.position)
}

/** Whether the core keeps a message together with the one before it. */
function goesWith(before: Message | undefined, message: Message | undefined): boolean {
  if (before === undefined || message === undefined || before.role === 'user') return false
  return message.role === 'tool' || (isThought(before) && message.role === 'assistant')
}

function resultsWithoutCall(message: Message): readonly string[] {
  if (message.role !== 'assistant') return []
  const parts = partsOf(message)
  const calls = new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])))
  return parts.flatMap((part) => (part.type === 'tool-result' && !calls.has(part.toolCallId) ? [part.toolCallId] : []))
}

function partsOf({ content }: Message) {
  return typeof content === 'string' ? [] : content
}
