export type { StrategyFailure, TriedStrategy } from './compression/ask-strategies.ts'
export type { BatchMark, MessageBatch } from './compression/batch.ts'
export { batchByTurn, toBatches } from './compression/batch.ts'
export type { CompressOptions, HistoryLimits } from './compression/compress-messages.ts'
export { compressMessages } from './compression/compress-messages.ts'
export type {
  CompressedHistory,
  ExcludedBatch,
  FailedSummary,
  ReplacedMessages,
  SummaryCompaction,
  UnchangedReason,
  WrittenSummary,
} from './compression/compressed-history.ts'
export type {
  CompactByStrategies,
  CompressionStrategy,
  RecursiveSummarization,
  Summarize,
  SummarizeRequest,
  Truncate,
} from './compression/strategy.ts'
export { checkStrategy } from './compression/strategy.ts'
export type { SummaryFailure } from './compression/summarize-run.ts'
export type { SummaryStrategy, SummaryStrategyOptions } from './compression/summary-strategy.ts'
export { summaryStrategy } from './compression/summary-strategy.ts'
export type { CompactionErrorDetails } from './errors.ts'
export { compactSession } from './session/compact-session.ts'
export type { CompactSessionRequest } from './session/compact-session-request.ts'
export { checkCompactable } from './session/compact-session-request.ts'
export type { CompactionFailure, CompactionResult } from './session/compaction-result.ts'
export type { CompactableSession, KeepOptions, KeptCompactions } from './session/read-compactable.ts'
export { readCompactable } from './session/read-compactable.ts'
export type { Opaque, SessionPlace, ShownSession } from './session/read-shown.ts'
export { mustBeStrategies } from './session/strategies-of.ts'
