export type { Budget } from './build/settings.ts'
export type { ContextBuilder } from './builder.ts'
export { createContext } from './builder.ts'
export { keptFragments } from './compose/compose-layer.ts'
export type { Context, Parameters, SystemPart } from './contract/context.ts'
export type { BuildEvent, Observer } from './contract/events.ts'
export type { Fragment, FragmentContent, Kept, Origin } from './contract/fragment.ts'
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
export type {
  MemoryEntries,
  MemoryEntry,
  MemorySource,
  Notice,
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
export type { LayerDefinition } from './define-layer.ts'
export { defineLayer } from './define-layer.ts'
export type { ErrorCode, ErrorDetails, ErrorInit, MakeError } from './errors.ts'
export { errorsOf, isLamellaError, LamellaError } from './errors.ts'
export { jsonSchemaOf } from './json-schema.ts'
export type { Counter } from './measure/counter.ts'
export { createCounter } from './measure/counter.ts'
export { createEstimator } from './measure/estimate.ts'
export { defaultFraming } from './measure/framing.ts'
export type { Logger } from './observe.ts'
export { logTo } from './observe.ts'
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
export type { PlanLayer } from './plan/layer-blocks.ts'
export type { Paired } from './plan/pair-tools.ts'
export { pairTools } from './plan/pair-tools.ts'
export type { Plan, UnitFate } from './plan/plan.ts'
export { plan } from './plan/plan.ts'
export { fair } from './plan/policies/fair.ts'
export { lowestRankFirst } from './plan/policies/lowest-rank-first.ts'
export type { OldestFirstOptions } from './plan/policies/oldest-first.ts'
export { oldestFirst } from './plan/policies/oldest-first.ts'
export type { Repair, RepairPolicy } from './plan/repair-policy.ts'
export { missingResultText } from './plan/stand-in.ts'
export { makeUnits } from './plan/units.ts'
export type { Placed, Registry } from './registry.ts'
export { createRegistry } from './registry.ts'
export type { Memory } from './stores/memory.ts'
export { createMemory } from './stores/memory.ts'
export type { MemorySession } from './stores/session.ts'
export { createSession } from './stores/session.ts'
export { didYouMean, suggest } from './suggest.ts'
export type { CutOptions } from './text/cut.ts'
export { cutText } from './text/cut.ts'
