export type { OpenAICacheOptions } from '../openai/prompt-cache.ts'
export type { CompactionProblem, ResponseProblem, WireErrorCode, WireErrorDetails } from '../shared/errors.ts'
export type { Loss, LossCode, RepairCode, WireRepair } from '../shared/loss.ts'
export type { WireOptions } from '../shared/options.ts'
export type { DecodedStream } from '../shared/response/decode-stream.ts'
export type { CacheDiagnosis, Diagnosis, ReasoningMismatch } from '../shared/response/diagnosis.ts'
export type { MendCode, ResponseMend } from '../shared/response/mends.ts'
export type { Calibrate, ResponseOptions, StreamOptions } from '../shared/response/options.ts'
export type { StreamSource } from '../shared/response/pieces.ts'
export type {
  DecodedResponse,
  FinishReason,
  PartialResponse,
  StreamDelta,
  TornPart,
} from '../shared/response/response.ts'
export type { Usage } from '../shared/response/usage.ts'
export type { Rule, Violation, ViolationLevel } from '../shared/rules/rule.ts'
export type { DecodedContext, WireContext, WithModel } from '../shared/wire-context.ts'
export type { OpenAICompactionOptions, OpenAICompactRequest } from './compaction/openai-compaction.ts'
export { openaiCompaction } from './compaction/openai-compaction.ts'
export { compactionInOpenAIResponses } from './compaction/read-window.ts'
export { fromOpenAIResponses } from './decode/decode.ts'
export { decodeOpenAIResponses } from './decode/request.ts'
export type { OpenAIResponsesEncoding } from './encode/encode.ts'
export { encodeOpenAIResponses, toOpenAIResponses } from './encode/encode.ts'
export type { OpenAIResponsesOptions } from './encode/state.ts'
export { openaiResponses } from './format.ts'
export type { OpenAIResponsesFramingOptions } from './framing.ts'
export { openaiResponsesFraming, openaiResponsesFramingFor } from './framing.ts'
export type {
  OpenAIResponsesAnnotation,
  OpenAIResponsesApproval,
  OpenAIResponsesCacheBreakpoint,
  OpenAIResponsesCustomCall,
  OpenAIResponsesCustomOutput,
  OpenAIResponsesFilePart,
  OpenAIResponsesFunctionCall,
  OpenAIResponsesFunctionOutput,
  OpenAIResponsesImagePart,
  OpenAIResponsesInputPart,
  OpenAIResponsesItem,
  OpenAIResponsesMessage,
  OpenAIResponsesOutputMessage,
  OpenAIResponsesOutputPart,
  OpenAIResponsesPhase,
  OpenAIResponsesReasoning,
  OpenAIResponsesRecordedItem,
  OpenAIResponsesTextPart,
} from './items.ts'
export { readsInstructionsLast } from './models.ts'
export type { OpenAIResponsesFields } from './provider-fields.ts'
export { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from './response/decode.ts'
export type {
  OpenAIResponsesCustomTool,
  OpenAIResponsesFunction,
  OpenAIResponsesHostedTool,
  OpenAIResponsesRequest,
  OpenAIResponsesTool,
  OpenAIResponsesToolChoice,
} from './types.ts'
export type { OpenAIResponsesRequestFacts } from './validate.ts'
export { validateOpenAIResponses } from './validate.ts'
