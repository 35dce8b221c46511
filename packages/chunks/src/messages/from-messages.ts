import type { Message } from '@lamella/core'
import { type Check, checkMessages, checkOptions, mustBeFunction } from '@lamella/core/plugin'
import type { ChunkSource, MemoryChunk } from '../contract/chunk.ts'
import { type ChunkBody, partChunks } from './part-chunks.ts'

/** How messages become chunks. */
export interface FromMessagesOptions {
  /**
   * The id of a chunk. Must be the same for the same message at every call, and different for every chunk.
   *
   * @param position Of the message, from 0.
   * @param part Number of the chunk in its message, from 0.
   */
  readonly id?: (position: number, part: number, message: Message) => string
}

/**
 * Canonical messages (those of the AI SDK) as chunks, one a call, a result or a thought, and one for what is said between
 * them. Ids are positions: `m3` is the first chunk of the message at position 3, `m3-1` the next. Append messages, and the
 * chunks of those before them stay the same. `toMessages` gives the messages back. Contents are not copied.
 *
 * @throws LamellaError `MESSAGE_INVALID`, `OPTION_INVALID`
 * @example
 * fromMessages([{ role: 'user', content: 'Hello' }])
 * // [{ id: 'm0', type: 'AGENT', content: 'Hello', metadata: { role: 'user', source: … } }]
 */
export function fromMessages(messages: readonly Message[], options: FromMessagesOptions = {}): MemoryChunk[] {
  const { id = positionId } = checkOptions('fromMessages', options, { id: mustBeFunction })
  checkMessages(messages, 'messages')
  const chunks: MemoryChunk[] = []
  /** Of each approval that was asked for, the call that it is about. */
  const asked = new Map<string, string>()
  for (const [position, message] of messages.entries()) {
    const bodies = bodiesOf(message, asked)
    const ids = (bodies.length > 0 ? bodies : [undefined]).map((_, part) => chunkId(id(position, part, message)))
    const source = (part: number): ChunkSource => {
      const { role, providerOptions } = message
      return { message: ids[0] ?? '', role, part, ...(providerOptions === undefined ? {} : { providerOptions }) }
    }
    if (bodies.length === 0) {
      const empty = { source: { ...source(0), empty: true }, role: 'user', tag: 'empty_message' } as const
      chunks.push({ id: ids[0] ?? '', type: 'CUSTOM', content: '', metadata: empty })
    }
    for (const [part, body] of bodies.entries()) {
      const metadata = { ...body.metadata, source: source(part) }
      chunks.push({ ...body, id: ids[part] ?? '', metadata } as MemoryChunk)
    }
  }
  return chunks
}

function positionId(position: number, part: number): string {
  return part === 0 ? `m${position}` : `m${position}-${part}`
}

/** The chunks of a message without what places them. None of a tool message without parts. */
function bodiesOf(message: Message, asked: Map<string, string>): readonly ChunkBody[] {
  switch (message.role) {
    case 'system':
      return [{ type: 'SYSTEM', content: message.content, metadata: {} }]
    case 'user':
      return [{ type: 'AGENT', content: message.content, metadata: { role: 'user' } }]
    case 'assistant':
      return typeof message.content === 'string' || message.content.length === 0
        ? [{ type: 'AGENT', content: message.content, metadata: { role: 'assistant' } }]
        : partChunks(message.content, asked)
    case 'tool':
      return partChunks(message.content, asked)
    default:
      message satisfies never
      return []
  }
}

const isId: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must give a text that is not empty'

function chunkId(value: unknown): string {
  checkOptions('fromMessages', { id: value }, { id: isId })
  return value as string
}
