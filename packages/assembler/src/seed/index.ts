export type { Feature, ModelLimits } from '@lamella/models'
export { getModelLimits, supportsFeature } from '@lamella/models'
export type { AssemblyCacheOptions, CacheStats } from '../cache/assembly-cache.ts'
export { AssemblyCache } from '../cache/assembly-cache.ts'
export type { CheckOptions, CompactionThresholds } from '../compaction/compaction-detector.ts'
export { CompactionDetector } from '../compaction/compaction-detector.ts'
export type { ActiveSkill, SkillProvider } from '../contract/skill-provider.ts'
export type { AgentTool, ToolExecutor, ToolFilter } from '../contract/tool-executor.ts'
export type { GatheredTools, SkillTools } from '../tools/tool-collector.ts'
export { ToolCollector } from '../tools/tool-collector.ts'
export type { BootstrapFileLoaderOptions, BootstrapFiles, BootstrapKind } from './bootstrap-file-loader.ts'
export { BootstrapFileLoader } from './bootstrap-file-loader.ts'
export type { Truncated, TruncateOptions } from './context-truncator.ts'
export { ContextTruncator } from './context-truncator.ts'
export type {
  AgentMetadata,
  AssembledContext,
  AssemblerDependencies,
  ContextAssembler,
  ContextAssemblerConfig,
  SessionMetadata,
  SessionStore,
} from './contract.ts'
export { createContextAssembler } from './create-context-assembler.ts'
export type { DefaultsConfig } from './defaults-resolver.ts'
export { DefaultsResolver } from './defaults-resolver.ts'
export { MessageTransformer } from './message-transformer.ts'
export { MODEL_LIMITS } from './model-limits.ts'
export type { SeedAssembleOptions as AssembleOptions, SeedModelParameters as ModelParameters } from './names.ts'
export type { PromptSection } from './section-priorities.ts'
export { sectionPriorities } from './section-priorities.ts'
export { SystemPromptBuilder } from './system-prompt-builder.ts'
export type { TokenEstimatorOptions } from './token-estimator.ts'
export { TokenEstimator } from './token-estimator.ts'
