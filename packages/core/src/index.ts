export type { ContextBuilder } from './builder/builder.ts'
export { createContext } from './builder/builder.ts'
export type { Logger } from './builder/observe.ts'
export { logTo } from './builder/observe.ts'
export type { Placed, Registry } from './builder/registry.ts'
export { createRegistry } from './builder/registry.ts'
export type { Budget, Target } from './builder/settings.ts'
export type { BuildRequest, BuiltContext, Context, SystemPart } from './contract/context.ts'
export type { BuildEvent, BuildTracer, Observer } from './contract/events.ts'
export type { Fragment, FragmentContent, Kept, Origin } from './contract/fragment.ts'
export type {
  Layer,
  LayerBudget,
  LayerOutput,
  LayerRequest,
  LayerResult,
  Placement,
  Size,
  Stability,
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
export type { Ranker } from './contract/ranker.ts'
export type { CacheReport, LayerReport, Report, ReportRow, TokenReport } from './contract/report.ts'
export type { Scope, SessionKind } from './contract/scope.ts'
export type { MemoryEntry, MemorySource, Notice, Session, Skill, SkillSource, TextSource } from './contract/sources.ts'
export type { CountMemory, Framing, Tokenizer } from './contract/tokenizer.ts'
export type { PlanLayer, Step, TruncationPolicy, Unit } from './contract/truncation.ts'
export type { LayerDefinition } from './define-layer.ts'
export { defineLayer } from './define-layer.ts'
export type { ErrorCode, ErrorDetails, ErrorInit } from './errors.ts'
export { isLamellaError, LamellaError } from './errors.ts'
export type { CountMemoryOptions } from './measure/count-memory.ts'
export { createCountMemory } from './measure/count-memory.ts'
export { createEstimator } from './measure/estimate.ts'
export type { RepairPolicy } from './plan/pairing.ts'
export type { Plan } from './plan/plan.ts'
export { plan } from './plan/plan.ts'
export { fair, lowestRankFirst, oldestFirst } from './plan/policies.ts'
