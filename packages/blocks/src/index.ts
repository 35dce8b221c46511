export type { BlockContext, BlockContextLayer, ContextMetadata } from './builder/block-context.ts'
export type { BlockContextRequest, ModelInfo } from './builder/build-context.ts'
export type { BlockContextBuilder } from './builder/context-builder.ts'
export { contextBuilder } from './builder/context-builder.ts'
export type { Cached } from './cache/cache.ts'
export type { ContextConfigOptions } from './config/context-config.ts'
export type { ModelContextLimits, ResolvedLimits } from './config/model-context-limits.ts'
export type { BlockContent, DocumentNotice } from './document/content.ts'
export { createDocument, loadDocument, withSchema } from './document/create-document.ts'
export type { DocumentChange, DocumentEvent, DocumentListener } from './document/document-event.ts'
export type { OperationName } from './document/operations.ts'
export type { DocumentOperations, PartOperations } from './document/operations-contract.ts'
export type { DocumentOptions, LoadOptions, StructuredDocument } from './document/structured-document.ts'
export type { BlocksErrorCode, BlocksErrorDetails } from './errors.ts'
export { baseInstructions, defaultBaseInstructions } from './layers/base-instructions.ts'
export { coreBlocks } from './layers/core-blocks.ts'
export type { BlockReader } from './layers/known-blocks.ts'
export type { BlockLayerOptions } from './layers/options.ts'
export type { BatchBlocks, WorkingBlocksOptions } from './layers/working-blocks.ts'
export { workingBlocks } from './layers/working-blocks.ts'
export type { MemoryCache } from './memory/memory-cache.ts'
export { createMemoryCache } from './memory/memory-cache.ts'
export type { Consent, ConsentRequest } from './permissions/consent.ts'
export type { Access } from './permissions/permission.ts'
export { MemoryPermission } from './permissions/permission.ts'
export type { RenderableBlock, RenderBlockOptions } from './render/render-block.ts'
export { renderBlock } from './render/render-block.ts'
export type {
  BlockSchema,
  CompositeSchema,
  EntryField,
  FieldSchema,
  ListSchema,
  LogSchema,
  MapSchema,
  PartSchema,
  SectionSchema,
  TextSchema,
} from './schema/block-schema.ts'
export { defineSchema } from './schema/check-schema.ts'
export type {
  BlockMemory,
  BlockOptions,
  CallerOptions,
  ChangeOptions,
  CreateBlockOptions,
  RenderedContentOptions,
  SharedBlockInfo,
  ShareInfo,
  ShareOptions,
} from './store/block-memory.ts'
export type { BlockType } from './store/block-type.ts'
export type { BlockMetadata } from './store/metadata.ts'
export type {
  ArchivalEntry,
  ArchivalResults,
  FoundBlock,
  MemorySearchResult,
  MemorySearchResults,
  NewArchival,
  SearchAgents,
  SearchContentType,
  SearchOptions,
} from './store/search-result.ts'
export type { MemoryCacheOptions } from './store/settings.ts'
export type { MemoryTools, MemoryToolsOptions } from './tools/memory-tools.ts'
export { memoryTools } from './tools/memory-tools.ts'
