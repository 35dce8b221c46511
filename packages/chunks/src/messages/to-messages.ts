import type { AssistantPart, Message, Role, ToolPart, UserPart } from '@lamella/core'
import type { ChunkSource, MemoryChunk } from '../contract/chunk.ts'
import { checkChunk } from '../state/check-chunk.ts'
import { type ChunkPart, chunkParts } from './chunk-parts.ts'

/**
 * Chunks as canonical messages (those of the AI SDK): calls and results with their ids, thoughts as reasoning, files and
 * images as they were. What `fromMessages` made comes back as it was. Chunks of your own become messages by their kind:
 * what the agent said, thought and called stands together in one message, results in one behind it; kinds for which
 * canonical messages have nothing (sub-agents, skills, lists, summaries, outputs, custom ones) are told in their tags.
 * Calls and results are not paired: a build and an encoder do that.
 *
 * @throws LamellaError `CHUNK_INVALID`
 * @example
 * toMessages([{ id: 'c1', type: 'AGENT', content: 'Hello', metadata: { role: 'user' } }])
 * // [{ role: 'user', content: 'Hello' }]
 */
export function toMessages(chunks: readonly MemoryChunk[]): Message[] {
  const drafts: Draft[] = []
  for (const [index, value] of chunks.entries()) {
    const chunk = checkChunk(value, index)
    const { parts, roles } = chunkParts(chunk)
    const { source } = chunk.metadata
    const role = source && roles.includes(source.role) ? source.role : (roles[0] as Role)
    const last = drafts.at(-1)
    if (last && joins(last, role, source)) {
      last.parts.push(...parts)
      last.chunks++
      last.source = source
    } else drafts.push({ role, parts: [...parts], chunks: 1, first: chunk, source })
  }
  return drafts.map(messageOf)
}

/** A message that may go on. */
interface Draft {
  readonly role: Role
  readonly parts: ChunkPart[]
  readonly first: MemoryChunk
  chunks: number
  /** Of the last chunk. */
  source: ChunkSource | undefined
}

/** Whether a chunk goes on with a message: it was a later part of it, or nobody knows and it is of the same turn. */
function joins({ role, source: last }: Draft, next: Role, source: ChunkSource | undefined): boolean {
  if (role !== next || next === 'user' || next === 'system') return false
  if (!last || !source) return last === source
  return last.message === source.message && last.part < source.part
}

function messageOf({ role, parts, chunks, first }: Draft): Message {
  const { source } = first.metadata
  const options = source?.providerOptions === undefined ? {} : { providerOptions: source.providerOptions }
  const [only] = parts
  // A text that stands alone is a message of a text, unless its chunk holds a list of parts.
  const asText = chunks === 1 && only?.type === 'text' && !Array.isArray(first.content)
  switch (role) {
    case 'system':
      return { role, content: only?.type === 'text' ? only.text : '', ...options }
    case 'user':
      return { role, content: asText ? only.text : (parts as UserPart[]), ...options }
    case 'assistant':
      return { role, content: asText ? only.text : (parts as AssistantPart[]), ...options }
    case 'tool':
      return { role, content: parts as ToolPart[], ...options }
    default:
      role satisfies never
      return role
  }
}
