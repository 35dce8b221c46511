export type { BoundedMap } from '../bounded-map.ts'
export { createBoundedMap } from '../bounded-map.ts'
export { checkLayerScope, checkScope, fullMessage } from '../builder/check-request.ts'
export type { LoadedLayers } from '../builder/load-layers.ts'
export type { Fittable, Outcome, Stages } from '../builder/stages.ts'
export { isTextLayer } from '../collect/check-output.ts'
export type { Collected } from '../collect/collect.ts'
export { isSeenBy } from '../collect/collect.ts'
export { failed } from '../collect/load-layer.ts'
export type { ComposedLayer } from '../compose/compose-context.ts'
export { composeText, keptFragments } from '../compose/compose-layer.ts'
export { contextOverflow, isOverflow } from '../compose/fit.ts'
export type { Fitted, LimitedContent, Limits, LimitsOfRequest, PassedRequest, Sizes } from '../compose/limits.ts'
export type { Measured } from '../compose/measure-layer.ts'
export type {
  BuildDetails,
  OfferedLayer,
  PlacedFragment,
  PlacedPart,
  RequestLayout,
} from '../contract/build-details.ts'
export type {
  BuiltContextLike,
  CompactionAnswer,
  CompactionRequest,
  CompactionStrategy,
  NativeSummary,
  NewCompaction,
} from '../contract/compaction.ts'
export type { BuildPart, PartEnd, PartTracer } from '../contract/events.ts'
export type { RankedTerm, RankReason, UpdateRule } from '../contract/fragment.ts'
export type {
  Digest,
  DigestPolicy,
  DigestRequest,
  LayerChange,
  LayerRun,
  Omission,
  UpdatePolicy,
} from '../contract/layer.ts'
export type {
  Role,
  SettingChanges,
  StandardJsonSchema,
  ToolChanges,
  UpdateMark,
} from '../contract/message.ts'
export type { CostReport, InputCost, PricedRequest, Pricing, RunCost } from '../contract/prices.ts'
export type { Rankable, TermSet } from '../contract/ranker.ts'
export type {
  CachePoint,
  CutReason,
  CutRow,
  RepairAction,
  RepairRow,
  RunReport,
  RunUpdate,
} from '../contract/report.ts'
export type {
  LoadedSkill,
  MemoryEntries,
  MemoryRequest,
  PlacedMessage,
  SkillFile,
  SkillFileRequest,
  Skills,
  SourceRequest,
  SourceText,
} from '../contract/sources.ts'
export type { Counter, FileData, ImageInfo, Recall } from '../contract/tokenizer.ts'
export type { Amounts, ContentLimits, LimitName, LimitUse, RequestLimits } from '../contract/truncation.ts'
export type { MakeError } from '../errors.ts'
export { errorsOf } from '../errors.ts'
export type { StoredFormat } from '../format-version.ts'
export { mustReadFormat } from '../format-version.ts'
export { jsonSchemaOf } from '../json-schema.ts'
export { bytesOf, dataStart } from '../measure/bytes.ts'
export { createCounter } from '../measure/counter.ts'
export { defaultFraming } from '../measure/default-framing.ts'
export { createVariedBytes } from '../measure/estimate.ts'
export { fileText } from '../measure/media.ts'
export { rarePairs } from '../measure/rare-pairs.ts'
export { checkMessages, messageFix } from '../messages/check-messages.ts'
export { deepestJson, plainValue } from '../messages/json.ts'
export {
  recordMark,
  updateMark,
} from '../messages/marks.ts'
export type { MessageProblem } from '../messages/message-problem.ts'
export { messageProblem } from '../messages/message-problem.ts'
export { messageText } from '../messages/message-text.ts'
export {
  nativeSummaryOf,
  storePlaces,
  summariesAmong,
  summaryMessage,
  summaryRange,
} from '../messages/summary-message.ts'
export type { Check, Checks } from '../options.ts'
export {
  checkOptions,
  isObject,
  mustBeBoolean,
  mustBeDigestPolicy,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
  mustObserve,
  parseSize,
} from '../options.ts'
export type { LimitRungs } from '../plan/limit-rungs.ts'
export { pairTools } from '../plan/pair-tools.ts'
export type { Paired, Repair } from '../plan/pairing.ts'
export { missingResultText } from '../plan/pairing.ts'
export type { UnitFate } from '../plan/plan.ts'
export type { OldestFirstOptions } from '../plan/policies.ts'
export type { Schedule } from '../plan/schedule.ts'
export { firstOfGroup, makeUnits } from '../plan/units.ts'
export { detailsOf } from '../report/details.ts'
export { dollars } from '../report/dollars.ts'
export { placed } from '../report/request-layout.ts'
export { didYouMean, suggest } from '../suggest.ts'
export { cleanText } from '../text/clean-text.ts'
export type { TextHasher } from '../text/content-key.ts'
export { contentKey, createTextHasher } from '../text/content-key.ts'
export type { CutOptions } from '../text/cut.ts'
export { cutText, shortenText, withoutData } from '../text/cut.ts'
export { escapeAttribute, escapeFences, escapeReservedTags, escapeText, seenText } from '../text/escape.ts'
export { noticeText, oneLine, repairTexts } from '../text/notice-text.ts'
export type { DeadlineOptions } from '../with-deadline.ts'
export { aborted, longestTimer, throwIfAborted, withDeadline } from '../with-deadline.ts'
