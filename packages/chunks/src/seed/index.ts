/**
 * The page that this package implements, by its own names: the builder whose `messages` are the whole request. The
 * types are those of the main entry.
 */
export { ChunkSubType, ChunkType } from '../chunk-type.ts'
export type { ContextMessageRole, MemoryChunk, MemoryState } from '../contract/chunk.ts'
export type { ContextBuildResult, ContextMessage } from '../contract/context.ts'
export type { IChunkRenderer } from '../contract/renderer.ts'
export type {
  ContextBuilder,
  ContextBuildOptions,
} from './create-context-builder.ts'
export { createContextBuilder } from './create-context-builder.ts'
