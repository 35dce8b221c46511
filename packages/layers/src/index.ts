export type { ActivityEntry, ActivityOptions, ActivityRenderer, ActivityRequest } from './activity.ts'
export { activity } from './activity.ts'
export type { BootstrapOptions } from './bootstrap.ts'
export { bootstrap } from './bootstrap.ts'
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
export type { KeepRequest } from './compression/keep-compactions.ts'
export { keepCompactions } from './compression/keep-compactions.ts'
export { strategiesProblem } from './compression/strategies-problem.ts'
export type {
  CompactByStrategies,
  CompressionStrategy,
  RecursiveSummarization,
  Summarize,
  SummarizeRequest,
  Truncate,
} from './compression/strategy.ts'
export { checkStrategy, defaultSummarizerTokens } from './compression/strategy.ts'
export type { SummaryFailure } from './compression/summarize-run.ts'
export type { SummaryStrategy, SummaryStrategyOptions } from './compression/summary-strategy.ts'
export { summaryStrategy } from './compression/summary-strategy.ts'
export { conversationBuilder } from './conversation-builder.ts'
export type { FactDigestOptions } from './digest/fact-digest.ts'
export { factDigest } from './digest/fact-digest.ts'
export { isLikelySecret } from './digest/likely-secret.ts'
export type { ValueDigestOptions } from './digest/value-digest.ts'
export { valueDigest } from './digest/value-digest.ts'
export { history } from './history/history.ts'
export type { HistoryOptions } from './history/history-options.ts'
export type { HistoryCut } from './history/history-shape.ts'
export type { PinErrorDetails } from './history/pins/pin-candidates.ts'
export type { PinOptions, PinRequest } from './history/pins/pin-options.ts'
export type { ResultOptions, ResultRule } from './history/results/result-rules.ts'
export type { Trimmed, TrimOptions } from './history/trim-messages.ts'
export { trimMessages } from './history/trim-messages.ts'
export type { MemoryOptions } from './memory/memory.ts'
export { memory } from './memory/memory.ts'
export { message } from './message.ts'
export { oneLine } from './shared/plain-text.ts'
export { remember } from './shared/remember.ts'
export { shorterForms } from './shared/shorter.ts'
export type { SkillsOptions } from './skills/skills.ts'
export { skills } from './skills/skills.ts'
export type { StandardLayers, StandardLayersOptions } from './standard-layers.ts'
export { standardLayers } from './standard-layers.ts'
export type { SystemOptions } from './system.ts'
export { defaultAgents, defaultSoul, system } from './system.ts'
export type { RuleErrorDetails } from './tool-rules/conflicts.ts'
export { renderToolRules } from './tool-rules/render-tool-rules.ts'
export type { MakeToolRule, ToolRule } from './tool-rules/tool-rule.ts'
export { toolRule } from './tool-rules/tool-rule.ts'
export type { ToolCheck, ToolRefusal, ToolRuleTracker } from './tool-rules/tool-rule-tracker.ts'
export { createToolRuleTracker } from './tool-rules/tool-rule-tracker.ts'
export { toolRules } from './tool-rules/tool-rules.ts'
export type { LoopStep, ToolCalls, ToolRuleState } from './tool-rules/turn-state.ts'
export type { ToolsOptions } from './tools/tools.ts'
export { tools } from './tools/tools.ts'
