import type { AssistantPart, Message, ToolPart, UserPart } from '@lamella/core'
import { checkOptions, type Role } from '@lamella/core/plugin'
import type { ChunkSource, MemoryChunk } from '../contract/chunk.ts'
import { checkChunk } from '../state/check-chunk.ts'
import { type ChunkPart, chunkParts } from './chunk-parts.ts'

/**
 * Turns chunks into canonical messages (those of the AI SDK): calls and results with their ids, thoughts as reasoning,
 * files and images unchanged. Chunks from `fromMessages` become the original messages again. Your own chunks become
 * messages according to their kind: the agent's texts, thoughts and calls form one message, followed by one with the
 * results; kinds without a canonical equivalent (sub-agents, skills, lists, summaries, outputs, custom ones) are
 * written in their tags. Calls and results are not paired: a build and an encoder do that.
 *
 * @throws LamellaError `CHUNK_INVALID`, `OPTION_INVALID`
 * @example
 * toMessages([{ id: 'c1', type: 'AGENT', content: 'Hello', metadata: { role: 'user' } }])
 * // [{ role: 'user', content: 'Hello' }]
 */
export function toMessages(chunks: readonly MemoryChunk[]): Message[] {
  const checks = { chunks: (value: unknown) => (Array.isArray(value) ? undefined : 'must be a list of chunks') }
  checkOptions('toMessages', { chunks }, checks, ['chunks'])
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

/** A message under construction. */
interface Draft {
  readonly role: Role
  readonly parts: ChunkPart[]
  readonly first: MemoryChunk
  chunks: number
  /** The source of the last chunk. */
  source: ChunkSource | undefined
}

/**
 * Returns whether a chunk continues a message: it is a later part of it, or neither has a source and both belong to the
 * same turn.
 */
function joins({ role, source: last }: Draft, next: Role, source: ChunkSource | undefined): boolean {
  if (role !== next || next === 'user' || next === 'system') return false
  if (!last || !source) return last === source
  return last.message === source.message && last.part < source.part
}

function messageOf({ role, parts, chunks, first }: Draft): Message {
  const { source } = first.metadata
  const options = source?.providerOptions === undefined ? {} : { providerOptions: source.providerOptions }
  const [only] = parts
  // A single text becomes string content, unless its chunk holds a list of parts.
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
