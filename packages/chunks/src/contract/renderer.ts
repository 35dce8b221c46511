import type { MemoryChunk } from './chunk.ts'
import type { ContextMessageRole } from './role.ts'

/**
 * Writes the chunks that it can render. What it writes is its own markup, which has to be well-formed XML: escape texts
 * with `escapeText` and values of attributes with `escapeAttribute`. What is not well-formed stays in its tag and its role, but
 * is escaped as text, and the report has a notice. A chunk for which it throws, or gives no text, goes to the next renderer,
 * with a notice too.
 */
export interface IChunkRenderer {
  /** Shown in notices. Default: the name of its class, or its number. */
  readonly name?: string
  /** Whether it renders the chunk. Asked for each chunk, after renderers that were registered later. */
  canRender(chunk: MemoryChunk): boolean
  getRole(chunk: MemoryChunk): ContextMessageRole
  /** The chunk as it goes into a message. */
  render(chunk: MemoryChunk): string
}

/** The same by the name that this library would have chosen. */
export type ChunkRenderer = IChunkRenderer
