import type { ContextMessageRole, MemoryChunk } from './chunk.ts'

/**
 * Writes the chunks that it can render. Its output is its own markup and must be well-formed XML: escape texts with
 * `escapeText` and attribute values with `escapeAttribute`. Malformed output keeps its tag and role but is escaped as
 * text, and the report gets a notice. If the renderer throws or does not return text, the next renderer writes the
 * chunk, also with a notice.
 */
export interface IChunkRenderer {
  /** Shown in notices. Default: its class name or its number. */
  readonly name?: string
  /** Whether it renders the chunk. Called for each chunk that no later-registered renderer handles. */
  canRender(chunk: MemoryChunk): boolean
  getRole(chunk: MemoryChunk): ContextMessageRole
  /** Returns the chunk as message text. */
  render(chunk: MemoryChunk): string
}

/** An alias under this library's naming convention. */
export type ChunkRenderer = IChunkRenderer
