export { createContextBuilder } from './build/create-context-builder.ts'
export type { ChunkLayerOptions } from './chunk-layer.ts'
export { chunkLayer } from './chunk-layer.ts'
export type {
  AbandonedChunk,
  AgentChunk,
  BaseChunk,
  ChunkMetadata,
  ChunkSource,
  CompletedChunk,
  ContentPart,
  ContextMessageRole,
  CustomChunk,
  InterventionChunk,
  MemoryChunk,
  MemoryState,
  ParentMessageChunk,
  SkillCallChunk,
  SkillResultChunk,
  SpawnChunk,
  SubagentMessageChunk,
  SubagentResultChunk,
  SummaryChunk,
  SystemChunk,
  TerminatedChunk,
  ThinkingChunk,
  TodoChunk,
  ToolCallChunk,
  ToolResultChunk,
} from './contract/chunk.ts'
export type { ChunkSubType, ChunkType } from './contract/chunk-type.ts'
export type {
  ChunkExclusion,
  ChunkFilters,
  ChunkReport,
  ContextBuilder,
  ContextBuildOptions,
  ContextBuildResult,
  ContextMessage,
} from './contract/context.ts'
export type { ChunkRenderer, IChunkRenderer } from './contract/renderer.ts'
export type { FromMessagesOptions } from './messages/from-messages.ts'
export { fromMessages } from './messages/from-messages.ts'
export { toMessages } from './messages/to-messages.ts'
export { renderChunk } from './render/render-chunk.ts'
