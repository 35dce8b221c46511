export type { ContextBuilder } from './builder/builder.ts'
export { createContext } from './builder/builder.ts'
export type { Logger } from './builder/observe.ts'
export { logTo } from './builder/observe.ts'
export type { Placed, Registry } from './builder/registry.ts'
export { createRegistry } from './builder/registry.ts'
export type { Budget } from './builder/settings.ts'
export type { BuildDetails, OfferedLayer } from './contract/build-details.ts'
export type { BuildPart, BuildTracer, PartEnd, PartTracer } from './contract/build-tracer.ts'
export type { BuiltContext, Context } from './contract/context.ts'
export type { CountMemory, Recall } from './contract/count-memory.ts'
export type { Digest, DigestPolicy, DigestRequest } from './contract/digest.ts'
export type { BuildEvent, Observer } from './contract/events.ts'
export type { Fragment, FragmentContent, Kept, Origin, RankedTerm, RankReason } from './contract/fragment.ts'
export type {
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
export type { LayerRun } from './contract/layer-run.ts'
export type { Amounts, ContentLimits, LimitName, LimitUse, RequestLimits } from './contract/limits.ts'
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
export type { Parameters } from './contract/parameters.ts'
export type { PlanLayer } from './contract/plan-layer.ts'
export type { CostReport, CostRequest, InputCost, Pricing, RunCost } from './contract/prices.ts'
export type { Rankable, Ranker, TermSet } from './contract/ranker.ts'
export type { ReadyTool, ToolAnswer, ToolCallOptions, ToolInputIssue, ToolInputSchema } from './contract/ready-tool.ts'
export type {
  CachePoint,
  CacheReport,
  CutRow,
  ExplainOptions,
  LayerReport,
  RepairAction,
  RepairRow,
  Report,
  ReportRow,
  TokenReport,
} from './contract/report.ts'
export type { BuildRequest } from './contract/request.ts'
export type { PlacedFragment, PlacedPart, RequestLayout } from './contract/request-layout.ts'
export type { CutReason, RunReport, RunUpdate } from './contract/run-report.ts'
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
export type { SystemPart } from './contract/system-part.ts'
export type { Framing, Tokenizer } from './contract/tokenizer.ts'
export type { FoundTool, ToolFinder } from './contract/tool-finder.ts'
export type { Step, TruncationPolicy, Unit } from './contract/truncation.ts'
export type { LayerChange, UpdatePolicy } from './contract/update-policy.ts'
export type { UpdateRule } from './contract/update-rule.ts'
export type { LayerDefinition } from './define-layer.ts'
export { defineLayer } from './define-layer.ts'
export type { ErrorCode, ErrorDetails, ErrorInit } from './errors.ts'
export { isLamellaError, LamellaError } from './errors.ts'
export { createCountMemory } from './measure/count-memory.ts'
export type { CountMemoryOptions } from './measure/count-spaces.ts'
export { createEstimator } from './measure/estimate.ts'
export { defaultFraming } from './measure/framing.ts'
export type { Plan, UnitFate } from './plan/plan.ts'
export { plan } from './plan/plan.ts'
export { fair } from './plan/policies/fair.ts'
export { lowestRankFirst } from './plan/policies/lowest-rank-first.ts'
export type { OldestFirstOptions } from './plan/policies/oldest-first.ts'
export { oldestFirst } from './plan/policies/oldest-first.ts'
export type { RepairPolicy } from './plan/repair-policy.ts'
