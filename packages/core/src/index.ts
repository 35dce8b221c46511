export { aborted, throwIfAborted } from './aborted.ts'
export type { Budget } from './build/settings.ts'
export type { ContextBuilder } from './builder.ts'
export { createContext } from './builder.ts'
export { checkLayerScope } from './collect/check-layer-scope.ts'
export { checkMessages, messageFix } from './collect/check-messages.ts'
export type { MessageProblem } from './collect/message-problem.ts'
export { messageProblem } from './collect/message-problem.ts'
export { keptFragments } from './compose/compose-layer.ts'
export type {
  BlockShare,
  BlockShareOptions,
  BlockSharing,
  SharedAppendOptions,
  SharedBlock,
} from './contract/block-sharing.ts'
export type {
  BlockAppended,
  BlockAppendOptions,
  BlockChange,
  BlockContent,
  BlockCreateOptions,
  BlockFilter,
  BlockInfo,
  BlockList,
  BlockListRequest,
  BlockMeta,
  BlockStore,
  NewBlock,
  StoredBlock,
} from './contract/block-store.ts'
export type { Context, Parameters, SystemPart } from './contract/context.ts'
export type { BuildEvent, Observer } from './contract/events.ts'
export type { Fragment, FragmentContent, Kept, Origin } from './contract/fragment.ts'
export type { ImageInfo, ImageSize } from './contract/image.ts'
export type {
  BuildRequest,
  Layer,
  LayerBudget,
  LayerOutput,
  LayerRequest,
  LayerResult,
  Omission,
  Placement,
  Size,
  Stability,
} from './contract/layer.ts'
export type {
  MemoryList,
  MemoryListRequest,
  MemoryStore,
  NewMemory,
  PutOptions,
  StoredMemory,
} from './contract/memory-store.ts'
export type {
  AssistantMessage,
  AssistantPart,
  ContextTool,
  DataContent,
  FilePart,
  ImagePart,
  JsonSchema,
  JsonValue,
  Message,
  Part,
  ProviderOptions,
  ReasoningPart,
  Role,
  StandardJsonSchema,
  SystemMessage,
  TextPart,
  ToolApprovalRequest,
  ToolApprovalResponse,
  ToolCallPart,
  ToolDefinition,
  ToolMessage,
  ToolOutput,
  ToolOutputContent,
  ToolPart,
  ToolResultPart,
  UserMessage,
  UserPart,
} from './contract/message.ts'
export type { MessageFormat } from './contract/message-format.ts'
export type { Rankable, Ranker } from './contract/ranker.ts'
export type {
  CacheBreak,
  CachePoint,
  CacheReport,
  ExplainOptions,
  LayerReport,
  Reason,
  Report,
  ReportRow,
  RequestPrefix,
  TokenReport,
} from './contract/report.ts'
export type { Scope, SessionKind } from './contract/scope.ts'
export type { Embedder, FoundMessage, MemoryFilter, SearchHit, SearchMode, SearchRequest } from './contract/search.ts'
export type { ContentHit, SearchAllRequest, SearchContent } from './contract/search-all.ts'
export type {
  Appended,
  AppendOptions,
  ChangeOptions,
  Compaction,
  ImportOptions,
  ListRequest,
  NewCompaction,
  PageRequest,
  SessionInfo,
  SessionList,
  SessionPage,
  SessionStore,
  StoredMessage,
} from './contract/session-store.ts'
export type {
  MemoryEntries,
  MemoryEntry,
  MemoryRequest,
  MemorySource,
  Notice,
  PlacedMessage,
  Session,
  Skill,
  SkillSource,
  Skills,
  SourceRequest,
  SourceText,
  TextSource,
} from './contract/sources.ts'
export type { Framing, Tokenizer } from './contract/tokenizer.ts'
export type { Step, TruncationPolicy, Unit } from './contract/truncation.ts'
export { defineLayer, type LayerDefinition } from './define-layer.ts'
export type { ErrorCode, ErrorDetails, ErrorInit, MakeError } from './errors.ts'
export { errorsOf, isLamellaError, LamellaError } from './errors.ts'
export { jsonSchemaOf } from './json-schema.ts'
export type { CountMemory, CountMemoryOptions, Recall } from './measure/count-memory.ts'
export { createCountMemory } from './measure/count-memory.ts'
export type { CountSnapshot } from './measure/count-snapshot.ts'
export { type Counter, createCounter } from './measure/counter.ts'
export { createEstimator } from './measure/estimate.ts'
export { defaultFraming } from './measure/framing.ts'
export { imageSize } from './measure/image-size.ts'
export { parseSize } from './measure/size.ts'
export type { TokenEstimator } from './measure/token-estimator.ts'
export { createTokenEstimator, simpleFraming } from './measure/token-estimator.ts'
export { type Logger, logTo } from './observe.ts'
export type { Check, Checks } from './options.ts'
export {
  checkOptions,
  isObject,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
} from './options.ts'
export { firstOfGroup } from './plan/first-of-group.ts'
export type { PlanLayer } from './plan/layer-blocks.ts'
export type { Paired } from './plan/pair-tools.ts'
export { pairTools } from './plan/pair-tools.ts'
export type { Plan, UnitFate } from './plan/plan.ts'
export { plan } from './plan/plan.ts'
export { fair } from './plan/policies/fair.ts'
export { lowestRankFirst } from './plan/policies/lowest-rank-first.ts'
export { type OldestFirstOptions, oldestFirst } from './plan/policies/oldest-first.ts'
export type { Repair, RepairPolicy } from './plan/repair-policy.ts'
export { missingResultText } from './plan/stand-in.ts'
export { makeUnits } from './plan/units.ts'
export { createRegistry, type Placed, type Registry } from './registry.ts'
export { createBlockStore } from './stores/block-store.ts'
export type { Owner } from './stores/check.ts'
export { checkId, checkText, messageTexts, ownerOf } from './stores/check.ts'
export type { CheckedBlock, CheckedBlockChange, ListedBlock } from './stores/check-block.ts'
export {
  blockDate,
  blockFilter,
  checkBlock,
  checkBlockChange,
  checkBlockList,
  checkBytes,
  checkRendered,
  checkSince,
  checkUpTo,
} from './stores/check-block.ts'
export { checkMemory, checkStored } from './stores/check-memory.ts'
export type { AppendChange, Change, PageLimits } from './stores/check-request.ts'
export {
  checkAppend,
  checkChange,
  checkCompaction,
  checkImport,
  checkList,
  checkPage,
  checkRange,
  sameCompaction,
} from './stores/check-request.ts'
export { type CheckedSearch, checkSearch } from './stores/check-search.ts'
export type { CheckedShare } from './stores/check-share.ts'
export { checkShare, compareOwners, scopeOf } from './stores/check-share.ts'
export { copyMemory } from './stores/copy-memory.ts'
export type { CopyResult } from './stores/copy-result.ts'
export { type CopySessionsOptions, copySessions } from './stores/copy-sessions.ts'
export type { DateSpan } from './stores/dates.ts'
export { ageInDays, dateSpan } from './stores/dates.ts'
export { diverse, diversePool, type TermSet } from './stores/diverse.ts'
export { fading } from './stores/fading.ts'
export type { KeywordSearchOptions } from './stores/keyword-search.ts'
export { createMemory, type Memory } from './stores/memory.ts'
export type { Filterable } from './stores/memory-filter.ts'
export { memoryFilter, messageFilter } from './stores/memory-filter.ts'
export { type MemorySourceOptions, memorySource } from './stores/memory-source.ts'
export { createMemoryStore } from './stores/memory-store.ts'
export { messageText } from './stores/message-text.ts'
export { type OpenedSession, type OpenSessionOptions, openSession } from './stores/open-session.ts'
export { overlayOf } from './stores/overlay.ts'
export { rankDocuments } from './stores/rank-documents.ts'
export type { ExportedSession } from './stores/read-session-lines.ts'
export { readSessionLines } from './stores/read-session-lines.ts'
export { withoutReservedMarks } from './stores/reserved-marks.ts'
export { type SearchSourceOptions, searchSource } from './stores/search-source.ts'
export { createSession, type MemorySession } from './stores/session.ts'
export type { ExportedChange } from './stores/session-history.ts'
export type { ExportedMessage, ExportedOperation, SessionParts } from './stores/session-lines.ts'
export { writeSessionLines } from './stores/session-lines.ts'
export { createSessionStore } from './stores/session-store.ts'
export { englishStopWords } from './stores/stop-words.ts'
export {
  blockConflict,
  blockExists,
  blockMissing,
  memoryConflict,
  notShared,
  sessionConflict,
  sessionDamaged,
  sessionExists,
  sessionMissing,
} from './stores/store-errors.ts'
export { summariesAmong, summaryMessage, summaryRange } from './stores/summary-message.ts'
export { didYouMean, suggest } from './suggest.ts'
export { type CutOptions, cutText } from './text/cut.ts'
export { seenText, tagOpening } from './text/tag-opening.ts'
