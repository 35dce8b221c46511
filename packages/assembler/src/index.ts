export { createContextAssembler } from './assembler.ts'
export { sectionOrders } from './assembly/section-layers.ts'
export type { CacheStats } from './cache/assembly-cache.ts'
export type { AssembleOptions } from './contract/assemble-options.ts'
export type { AssembledContext, AssemblyMetadata, TokenEstimate, TruncationInfo } from './contract/assembled-context.ts'
export type {
  CheckCompactionOptions,
  CompactionCheck,
  CompactionEvent,
  CompactionOutcome,
  CompactionReason,
  CompactOptions,
  DetectedNeed,
  SessionStats,
} from './contract/compaction.ts'
export type {
  Arrangement,
  CacheSettings,
  CompactionSettings,
  ContextAssemblerConfig,
  TruncationStrategy,
} from './contract/config.ts'
export type { ContextAssembler } from './contract/context-assembler.ts'
export type { AgentMetadata, AssemblerDependencies, ScopeSource } from './contract/dependencies.ts'
export type { ModelParameters, ParameterLayer, ThinkingLevel } from './contract/parameters.ts'
export type { PromptSection } from './contract/prompt-section.ts'
export type { SessionMetadata, SessionReader } from './contract/session-reader.ts'
export type { ActiveSkill, SkillProvider } from './contract/skill-provider.ts'
export type { AgentTool, ToolExecutor, ToolFilter } from './contract/tool-executor.ts'
export type { AssemblerErrorDetails } from './errors.ts'
export type { ParameterNoticeCode } from './parameters/notice.ts'
