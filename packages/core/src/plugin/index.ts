export { aborted, throwIfAborted } from '../aborted.ts'
export type { BoundedMap } from '../bounded-map.ts'
export { createBoundedMap } from '../bounded-map.ts'
export { fullMessage } from '../builder/check-request.ts'
export type { LoadedLayers } from '../builder/load-layers.ts'
export type { Fittable, Outcome, Stages } from '../builder/stages.ts'
export { checkLayerScope } from '../collect/check-layer-scope.ts'
export type { Collected } from '../collect/collect.ts'
export { withoutResult } from '../collect/collect.ts'
export { isTextLayer } from '../collect/is-text-layer.ts'
export { failed } from '../collect/load-layer.ts'
export { composeText, defaultSeparator, keptFragments, userMessage } from '../compose/compose-layer.ts'
export type {
  BuiltContextLike,
  CompactionAnswer,
  CompactionRequest,
  CompactionStrategy,
  NativeSummary,
  NewCompaction,
} from '../contract/compaction.ts'
export type { Counter } from '../contract/counter.ts'
export type { ImageInfo, ImageSize } from '../contract/image.ts'
export type { FileData, FileInfo } from '../contract/media.ts'
export type { ToolChanges, UpdateMark } from '../contract/update-mark.ts'
export { jsonSchemaOf } from '../json-schema.ts'
export { jsonText, lostByJson } from '../lost-by-json.ts'
export { createCounter } from '../measure/counter.ts'
export { dataStart } from '../measure/data-start.ts'
export { fileInfo } from '../measure/files/file-info.ts'
export { imageSize } from '../measure/image-size.ts'
export { fileText } from '../measure/media.ts'
export { rarePairs } from '../measure/rare-pairs.ts'
export { parseSize } from '../measure/size.ts'
export type { TokenEstimator } from '../measure/token-estimator.ts'
export { createTokenEstimator, simpleFraming } from '../measure/token-estimator.ts'
export { createVariedBytes } from '../measure/varied-bytes.ts'
export { checkMessages, messageFix } from '../messages/check-messages.ts'
export { contentFingerprint, sentText } from '../messages/fingerprint.ts'
export { deepestJson, nestsTooDeep } from '../messages/json-depth.ts'
export type { MessageProblem } from '../messages/message-problem.ts'
export { messageProblem } from '../messages/message-problem.ts'
export { messageText } from '../messages/message-text.ts'
export { plainMessage, plainValue } from '../messages/plain-message.ts'
export {
  asideMark,
  recordMark,
  reservedMark,
  withoutMarksFromOutside,
  withoutOwnMarks,
  withoutReservedMarks,
} from '../messages/reserved-marks.ts'
export { hasThinking, withStaleThinking } from '../messages/stale-thinking.ts'
export {
  nativeSummaryOf,
  storePlaces,
  summariesAmong,
  summaryMessage,
  summaryRange,
} from '../messages/summary-message.ts'
export { updateMark, updateMessage } from '../messages/update-mark.ts'
export type { Check, Checks } from '../options.ts'
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
  mustObserve,
} from '../options.ts'
export type { ComposedLayer } from '../pipeline/compose-context.ts'
export type { Fitted, LimitedContent, Limits, LimitsOfRequest, PassedRequest, Sizes } from '../pipeline/limits.ts'
export type { Measured } from '../pipeline/measure-layer.ts'
export { isOverflow } from '../pipeline/overflow.ts'
export { usedBy } from '../pipeline/sizes.ts'
export { firstOfGroup } from '../plan/first-of-group.ts'
export type { LimitRungs } from '../plan/limit-rungs.ts'
export type { Paired } from '../plan/pair-tools.ts'
export { pairTools } from '../plan/pair-tools.ts'
export type { Repair } from '../plan/repair-policy.ts'
export type { Schedule } from '../plan/schedule.ts'
export { deniedResult, missingResultText } from '../plan/stand-in.ts'
export { contentAt, makeUnits, rungTokens } from '../plan/units.ts'
export type { ContextSnapshotOptions } from '../report/context-snapshot.ts'
export { contextSnapshot } from '../report/context-snapshot.ts'
export { endOf, layoutOf, placed } from '../report/request-layout.ts'
export { withCut } from '../report/with-cut.ts'
export { didYouMean, suggest } from '../suggest.ts'
export type { TextHash } from '../text/content-key.ts'
export { addText, contentKey, keyOf, newHash } from '../text/content-key.ts'
export type { CutOptions } from '../text/cut.ts'
export { cutText } from '../text/cut.ts'
export { escapeAttribute, escapeText } from '../text/escape.ts'
export { noticeText } from '../text/notice-text.ts'
export { oneLine } from '../text/one-line.ts'
export { repairTexts } from '../text/repair-texts.ts'
export { escapeFences, escapeReservedTags, seenText } from '../text/tag-escaper.ts'
export { shortenText, withoutData } from '../text/without-data.ts'
export { answer, refusal } from '../tools/answers.ts'
export type { CheckedToolInput, ToolInput } from '../tools/check-tool-input.ts'
export { checkToolInput, objectSchema, unknownName } from '../tools/check-tool-input.ts'
export type { ReadyToolInit } from '../tools/ready-tool.ts'
export { readyTool } from '../tools/ready-tool.ts'
export { toolInputSchema } from '../tools/tool-input-schema.ts'
export type { ToolSet } from '../tools/tool-set.ts'
export { toolSet } from '../tools/tool-set.ts'
export type { DeadlineOptions } from '../with-deadline.ts'
export { withDeadline } from '../with-deadline.ts'
export type { MakeError } from './errors-of.ts'
export { errorsOf } from './errors-of.ts'
