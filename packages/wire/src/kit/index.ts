export { missingUserText } from '../messages/ensure-alternating.ts'
export type { PlacedMessages } from '../messages/placed-messages.ts'
export type { CallIds, IdRule } from '../shared/call-ids.ts'
export type { SamplingLimits } from '../shared/check-parameter.ts'
export { checkSampling } from '../shared/check-parameter.ts'
export type { OpenCalls } from '../shared/decode/open-calls.ts'
export { openCalls } from '../shared/decode/open-calls.ts'
export { readList, readRecord, readText, refuse } from '../shared/decode/read.ts'
export type { ResponseProblem, WireErrorCode, WireErrorDetails } from '../shared/errors.ts'
export type { UnknownRecord } from '../shared/guards.ts'
export { listOf } from '../shared/guards.ts'
export { cleanJson, jsonText } from '../shared/json.ts'
export type { Book, Ledger, Place } from '../shared/ledger.ts'
export { at, atPart, cleanText, leftOut, lose, mend, partText } from '../shared/ledger.ts'
export type { Loss, LossCode, RepairCode, WireRepair } from '../shared/loss.ts'
export type { Media } from '../shared/media.ts'
export { mediaTypeOf, readMedia } from '../shared/media.ts'
export type { Encoding, WireOptions } from '../shared/options.ts'
export { wireChecks } from '../shared/options.ts'
export type { FieldsOf } from '../shared/provider-fields.ts'
export { readProviderFields } from '../shared/provider-fields.ts'
export type { Accumulator, ReadResponse, ResponseFormat } from '../shared/response/accumulator.ts'
export { decodeResponseWith } from '../shared/response/decode-response.ts'
export type { DecodedStream } from '../shared/response/decode-stream.ts'
export { decodeStreamWith } from '../shared/response/decode-stream.ts'
export type { Fields } from '../shared/response/fields.ts'
export { appendText, textIn } from '../shared/response/fields.ts'
export type { MendCode, Mends, ResponseMend } from '../shared/response/mends.ts'
export type { Calibrate, ChoiceOption, ResponseOptions, StreamOptions } from '../shared/response/options.ts'
export type { StreamSource } from '../shared/response/pieces.ts'
export type { ProblemFacts } from '../shared/response/problem.ts'
export { responseError } from '../shared/response/problem.ts'
export type {
  DecodedResponse,
  FinishReason,
  PartialResponse,
  StreamDelta,
  TornPart,
} from '../shared/response/response.ts'
export type { Usage } from '../shared/response/usage.ts'
export { jsonRule } from '../shared/rules/json-rules.ts'
export type { Placed, ReportViolation, Rule, Violation, ViolationLevel } from '../shared/rules/rule.ts'
export { recordsOf, validateBy } from '../shared/rules/rule.ts'
export type { PlacedPart, Segment } from '../shared/segments.ts'
export { loseToolExtras } from '../shared/tool-extras.ts'
export type { FieldNames, ToolFields } from '../shared/tool-fields.ts'
export { createToolFields } from '../shared/tool-fields.ts'
export type { NameRule, ToolNames } from '../shared/tool-names.ts'
export type { OutputPiece, OutputValue } from '../shared/tool-output.ts'
export { pieceOf, readOutput } from '../shared/tool-output.ts'
export type { PairedCall, Pairing, PlacedCall, PlacedResult } from '../shared/tool-pairs.ts'
export type { AssistantTurn, Turn } from '../shared/turns.ts'
export type { DecodedContext, WireContext } from '../shared/wire-context.ts'
export { defineFormat } from './define-format.ts'
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
export type { EncodeBase, EncodeState, FormatTypes, Start } from './run.ts'
export type { AssistantWriters } from './write-parts.ts'
export { writeParts } from './write-parts.ts'
