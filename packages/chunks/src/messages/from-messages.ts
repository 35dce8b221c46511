import type { Message } from '@lamella/core'
import { type Check, checkMessages, checkOptions, mustBeFunction } from '@lamella/core/plugin'
import type { ChunkSource, MemoryChunk } from '../contract/chunk.ts'
import { type ChunkBody, partChunks } from './part-chunks.ts'

/** Options of `fromMessages`. */
export interface FromMessagesOptions {
  /**
   * Returns the id of a chunk. It must be the same for the same message on every call, and unique per chunk.
   *
   * @param position The message's position, from 0.
   * @param part The chunk's position in its message, from 0.
   */
  readonly id?: (position: number, part: number, message: Message) => string
}

/**
 * Turns canonical messages (those of the AI SDK) into chunks: one per call, result or thought, and one for the text and
 * files between them. Ids are positions: `m3` is the first chunk of the message at position 3, `m3-1` the next.
 * Appending messages does not change the chunks of earlier ones. `toMessages` restores the messages. Contents are not
 * copied.
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
  /** The call for each requested approval. */
  const callByApproval = new Map<string, string>()
  for (const [position, message] of messages.entries()) {
    const bodies = bodiesOf(message, callByApproval)
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

/** Returns the chunks of a message without id and source. A tool message without parts has none. */
function bodiesOf(message: Message, callByApproval: Map<string, string>): readonly ChunkBody[] {
  switch (message.role) {
    case 'system':
      return [{ type: 'SYSTEM', content: message.content, metadata: {} }]
    case 'user':
      return [{ type: 'AGENT', content: message.content, metadata: { role: 'user' } }]
    case 'assistant':
      return typeof message.content === 'string' || message.content.length === 0
        ? [{ type: 'AGENT', content: message.content, metadata: { role: 'assistant' } }]
        : partChunks(message.content, callByApproval)
    case 'tool':
      return partChunks(message.content, callByApproval)
    default:
      message satisfies never
      return []
  }
}

const isId: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'must return non-empty text')

function chunkId(value: unknown): string {
  checkOptions('fromMessages', { id: value }, { id: isId })
  return value as string
}
