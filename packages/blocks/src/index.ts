export type { BlockContext, BlockContextLayer, ContextMetadata } from './builder/block-context.ts'
export type { BlockContextRequest, ModelInfo } from './builder/build-context.ts'
export type { BlockContextBuilder } from './builder/context-builder.ts'
export { contextBuilder } from './builder/context-builder.ts'
export type { ContextConfig, ContextConfigOptions } from './config/context-config.ts'
export { contextConfig, defaultBlockCharacters, limitsFor } from './config/context-config.ts'
export type { ModelContextLimits, ResolvedLimits } from './config/model-context-limits.ts'
export { defaultModelLimits } from './config/model-context-limits.ts'
export type { Imported } from './document/bytes.ts'
export type {
  BlockContent,
  CompositeContent,
  DocumentNotice,
  ListContent,
  LogContent,
  MapContent,
  PartContent,
  TextContent,
} from './document/content.ts'
export { createDocument, loadDocument, withSchema } from './document/create-document.ts'
export type {
  ChangeTarget,
  CounterChange,
  DocumentChange,
  DocumentEvent,
  DocumentListener,
  ListChange,
  TextChange,
  ValueChange,
} from './document/document-event.ts'
export type { OperationName } from './document/operations.ts'
export { accessOf, operationNames } from './document/operations.ts'
export type {
  AnyOperations,
  DocumentOperations,
  ListOperations,
  LogOperations,
  MapOperations,
  PartOperations,
  Requests,
  SectionOperations,
  TextOperations,
} from './document/operations-contract.ts'
export type {
  CommitOptions,
  DocumentBase,
  DocumentOptions,
  ImportOptions,
  LoadOptions,
  StructuredDocument,
} from './document/structured-document.ts'
export type { BlocksErrorCode, BlocksErrorDetails } from './errors.ts'
export { baseInstructions, defaultBaseInstructions } from './layers/base-instructions.ts'
export { coreBlocks } from './layers/core-blocks.ts'
export type { BlockReader } from './layers/known-blocks.ts'
export type { BlockLayerOptions } from './layers/options.ts'
export { schemaText } from './layers/schema-text.ts'
export type { BatchBlocks, WorkingBlocksOptions } from './layers/working-blocks.ts'
export { workingBlocks } from './layers/working-blocks.ts'
export type { Consent, ConsentRequest } from './permissions/consent.ts'
export type { Circumstances, Decision } from './permissions/decide.ts'
export { decide, requires } from './permissions/decide.ts'
export type { Access } from './permissions/permission.ts'
export { isMemoryPermission, MemoryPermission, memoryPermissions, permissionText } from './permissions/permission.ts'
export type { Attempt } from './permissions/refusal.ts'
export { escapeBlockTags } from './render/escape.ts'
export type { RenderableBlock, RenderBlockOptions } from './render/render-block.ts'
export { renderBlock } from './render/render-block.ts'
export type {
  BlockSchema,
  CompositeSchema,
  EntryField,
  FieldSchema,
  FieldType,
  ItemSchema,
  ListSchema,
  LogEntrySchema,
  LogSchema,
  MapSchema,
  PartSchema,
  SectionSchema,
  TextSchema,
  Viewport,
} from './schema/block-schema.ts'
export { checkSchema } from './schema/check-schema.ts'
export { defineSchema } from './schema/define-schema.ts'
export type {
  EntryObject,
  EntryValue,
  FieldName,
  FieldReading,
  FieldValue,
  FieldValues,
  ItemValue,
  SectionName,
  SectionPart,
} from './schema/infer.ts'
export type { ArchivalEntry, NewArchival } from './store/archival.ts'
export type {
  BlockMemory,
  BlockOptions,
  CallerOptions,
  ChangeOptions,
  CreateBlockOptions,
  SharedBlockInfo,
  ShareInfo,
  ShareOptions,
} from './store/block-memory.ts'
export { BlockType, blockTypes, isBlockType } from './store/block-type.ts'
export type { Cached } from './store/cache.ts'
export { withLimitMark } from './store/limit-mark.ts'
export type { MemoryCache } from './store/memory-cache.ts'
export { createMemoryCache } from './store/memory-cache.ts'
export type { BlockMetadata } from './store/metadata.ts'
export type {
  FoundBlock,
  MemorySearchResult,
  SearchAgents,
  SearchContentType,
  SearchOptions,
} from './store/search-result.ts'
export type { CompactAfter, MemoryCacheOptions } from './store/settings.ts'
export type { ArchiveMemory } from './tools/archive-tools.ts'
export type { MemoryTools, MemoryToolsOptions } from './tools/memory-tools.ts'
export { memoryTools } from './tools/memory-tools.ts'
export type { ToolMemory } from './tools/run-block-tool.ts'
