export {
  continueText,
  missingAssistantText,
  missingReplyText,
  missingUserText,
} from '../messages/ensure-alternating.ts'
export type { PlacedMessages } from '../messages/placed-messages.ts'
export { bytesOfBase64, sniffImage, toBase64 } from '../shared/base64.ts'
export type { CallIds, IdRule } from '../shared/call-ids.ts'
export { objectInput } from '../shared/call-input.ts'
export { withCallsLast } from '../shared/calls-last.ts'
export { checkParameter, isCount, isWithin } from '../shared/check-parameter.ts'
export type { SamplingLimits } from '../shared/check-sampling.ts'
export { checkSampling } from '../shared/check-sampling.ts'
export type { OpenCalls } from '../shared/decode/open-calls.ts'
export { openCalls } from '../shared/decode/open-calls.ts'
export { providerOptionsOf } from '../shared/decode/provider-options.ts'
export type { ExtraFields } from '../shared/decode/read.ts'
export { extraOf, readList, readRecord, readText, refuse } from '../shared/decode/read.ts'
export type { WireErrorCode, WireErrorDetails } from '../shared/errors.ts'
export { fitOutput } from '../shared/fit-output.ts'
export type { UnknownRecord } from '../shared/guards.ts'
export { isRecord } from '../shared/guards.ts'
export { isBlank } from '../shared/is-blank.ts'
export { cleanJson, jsonText } from '../shared/json.ts'
export type { Book, Ledger, Place } from '../shared/ledger.ts'
export { at, atPart, cleanText, lose, mend, mendName, partText } from '../shared/ledger.ts'
export { leftOut } from '../shared/left-out.ts'
export type { Loss, LossCode } from '../shared/loss.ts'
export type { Media } from '../shared/media.ts'
export { readMedia } from '../shared/media.ts'
export { isImageType, mediaTypeOf } from '../shared/media-type.ts'
export { nothingToSend } from '../shared/nothing-to-send.ts'
export type { Encoding, WireOptions } from '../shared/options.ts'
export { wireChecks } from '../shared/options.ts'
export type { FieldsOf } from '../shared/provider-fields.ts'
export { peekProviderFields, readProviderFields, withExtraFields } from '../shared/provider-fields.ts'
export { loseProviderTool, providerToolOf } from '../shared/provider-tool.ts'
export type { RepairCode, WireRepair } from '../shared/repair.ts'
export { base64Problem } from '../shared/rules/base64-problem.ts'
export { jsonRule, unicodeRule } from '../shared/rules/json-rules.ts'
export type { Placed } from '../shared/rules/read.ts'
export { has, listOf, recordsOf } from '../shared/rules/read.ts'
export type { Rule } from '../shared/rules/rule.ts'
export { validateBy } from '../shared/rules/validate.ts'
export type { PlacedPart, Segment } from '../shared/segments.ts'
export { loseToolExtras } from '../shared/tool-extras.ts'
export type { NameRule, ToolNames } from '../shared/tool-names.ts'
export type { OutputPiece, OutputValue } from '../shared/tool-output.ts'
export { nameOfPiece, pieceOf, readOutput } from '../shared/tool-output.ts'
export type { PairedCall, Pairing, PlacedCall, PlacedResult } from '../shared/tool-pairs.ts'
export type { AssistantTurn, Turn } from '../shared/turns.ts'
export { sortFields } from '../shared/unknown-fields.ts'
export type { ReportViolation, Violation, ViolationLevel } from '../shared/violation.ts'
export type { DecodedContext, WireContext } from '../shared/wire-context.ts'
export { defineFormat } from './define-format.ts'
export { encodeWith } from './encode.ts'
export type {
  Answer,
  ConversationRules,
  EncodeHooks,
  EncoderDefinition,
  Format,
  FormatDefinition,
  FormatLimits,
  PlacedSystem,
  SummaryRules,
  WriteUserPart,
  Written,
} from './format.ts'
export type { FormatTypes } from './format-types.ts'
export type { EncodeBase, EncodeState, Start } from './run.ts'
export { joinSystem } from './system.ts'
export type { AssistantWriters } from './write-parts.ts'
export { writeParts } from './write-parts.ts'
