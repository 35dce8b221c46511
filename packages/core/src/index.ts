export type { ContextBuilder } from './builder/builder.ts'
export { createContext } from './builder/builder.ts'
export type { Logger } from './builder/observe.ts'
export { logTo } from './builder/observe.ts'
export type { Placed, Registry } from './builder/registry.ts'
export { createRegistry } from './builder/registry.ts'
export type { Budget } from './builder/settings.ts'
export type { BuildDetails, OfferedLayer, PlacedFragment, PlacedPart, RequestLayout } from './contract/build-details.ts'
export type { BuildRequest, BuiltContext, Context, SystemPart } from './contract/context.ts'
export type { BuildEvent, BuildPart, BuildTracer, Observer, PartEnd, PartTracer } from './contract/events.ts'
export type {
  Fragment,
  FragmentContent,
  Kept,
  Origin,
  RankedTerm,
  RankReason,
  UpdateRule,
} from './contract/fragment.ts'
export type {
  Digest,
  DigestPolicy,
  DigestRequest,
  Layer,
  LayerBudget,
  LayerChange,
  LayerOutput,
  LayerRequest,
  LayerResult,
  LayerRun,
  Omission,
  Placement,
  Size,
  Stability,
  UpdatePolicy,
} from './contract/layer.ts'
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
  Parameters,
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
export type { CostReport, CostRequest, InputCost, Pricing, RunCost } from './contract/prices.ts'
export type { Rankable, Ranker, TermSet } from './contract/ranker.ts'
export type { ReadyTool, ToolAnswer, ToolCallOptions, ToolInputIssue, ToolInputSchema } from './contract/ready-tool.ts'
export type {
  CachePoint,
  CacheReport,
  CutReason,
  CutRow,
  ExplainOptions,
  LayerReport,
  RepairAction,
  RepairRow,
  Report,
  ReportRow,
  RunReport,
  RunUpdate,
  TokenReport,
} from './contract/report.ts'
export type { Scope, SessionKind } from './contract/scope.ts'
export type {
  LoadedSkill,
  MemoryEntries,
  MemoryEntry,
  MemoryRequest,
  MemorySource,
  Notice,
  PlacedMessage,
  Session,
  Skill,
  SkillFile,
  SkillFileRequest,
  SkillSource,
  Skills,
  SourceRequest,
  SourceText,
  TextSource,
} from './contract/sources.ts'
export type { CountMemory, Framing, Recall, Tokenizer } from './contract/tokenizer.ts'
export type { FoundTool, ToolFinder } from './contract/tool-finder.ts'
export type {
  Amounts,
  ContentLimits,
  LimitName,
  LimitUse,
  PlanLayer,
  RequestLimits,
  Step,
  TruncationPolicy,
  Unit,
} from './contract/truncation.ts'
export type { LayerDefinition } from './define-layer.ts'
export { defineLayer } from './define-layer.ts'
export type { ErrorCode, ErrorDetails, ErrorInit } from './errors.ts'
export { isLamellaError, LamellaError } from './errors.ts'
export type { CountMemoryOptions } from './measure/count-memory.ts'
export { createCountMemory } from './measure/count-memory.ts'
export { createEstimator } from './measure/estimate.ts'
export { defaultFraming } from './measure/token-estimator.ts'
export type { RepairPolicy } from './plan/pairing.ts'
export type { Plan, UnitFate } from './plan/plan.ts'
export { plan } from './plan/plan.ts'
export type { OldestFirstOptions } from './plan/policies.ts'
export { fair, lowestRankFirst, oldestFirst } from './plan/policies.ts'
