export { aborted, throwIfAborted } from '../aborted.ts'
export type { BoundedMap } from '../bounded-map.ts'
export { createBoundedMap } from '../bounded-map.ts'
export { checkLayerScope } from '../collect/check-layer-scope.ts'
export { keptFragments } from '../compose/compose-layer.ts'
export type { Counter } from '../contract/counter.ts'
export type { ImageInfo, ImageSize } from '../contract/image.ts'
export type { FileInfo } from '../contract/media.ts'
export type { ToolChanges, UpdateMark } from '../contract/update-mark.ts'
export { mustBePrices } from '../cost/must-be-prices.ts'
export { jsonSchemaOf } from '../json-schema.ts'
export { bodyBytes } from '../measure/body-bytes.ts'
export { createCounter } from '../measure/counter.ts'
export { fileInfo } from '../measure/files/file-info.ts'
export { imageSize } from '../measure/image-size.ts'
export { parseSize } from '../measure/size.ts'
export type { TokenEstimator } from '../measure/token-estimator.ts'
export { createTokenEstimator, simpleFraming } from '../measure/token-estimator.ts'
export { checkMessages, messageFix } from '../messages/check-messages.ts'
export { deepestJson, nestsTooDeep } from '../messages/json-depth.ts'
export type { MessageProblem } from '../messages/message-problem.ts'
export { messageProblem } from '../messages/message-problem.ts'
export { updateMark } from '../messages/update-mark.ts'
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
export { firstOfGroup } from '../plan/first-of-group.ts'
export type { Paired } from '../plan/pair-tools.ts'
export { pairTools } from '../plan/pair-tools.ts'
export type { Repair } from '../plan/repair-policy.ts'
export { missingResultText } from '../plan/stand-in.ts'
export { makeUnits } from '../plan/units.ts'
export type { ContextSnapshotOptions } from '../report/context-snapshot.ts'
export { contextSnapshot } from '../report/context-snapshot.ts'
export { storePlaces } from '../run/gone.ts'
export { didYouMean, suggest } from '../suggest.ts'
export { contentKey } from '../text/content-key.ts'
export type { CutOptions } from '../text/cut.ts'
export { cutText } from '../text/cut.ts'
export { escapeAttribute, escapeText } from '../text/escape.ts'
export { noticeText } from '../text/notice-text.ts'
export { oneLine } from '../text/one-line.ts'
export { repairTexts } from '../text/repair-texts.ts'
export { escapeReservedTags, seenText } from '../text/tag-escaper.ts'
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
