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
export type {
  AnthropicAssistantBlock,
  AnthropicBlock,
  AnthropicCacheControl,
  AnthropicContainerUploadBlock,
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicRedactedThinkingBlock,
  AnthropicResultContent,
  AnthropicServerToolUseBlock,
  AnthropicSystemBlock,
  AnthropicTextBlock,
  AnthropicThinkingBlock,
  AnthropicToolReferenceBlock,
  AnthropicToolResultBlock,
  AnthropicToolUseBlock,
  AnthropicUserBlock,
} from './block-types.ts'
export type { AnthropicCacheOptions, AnthropicCacheTtl } from './cache/plan.ts'
export type {
  AnthropicCompactionCall,
  AnthropicCompactionOptions,
  AnthropicCompactRequest,
} from './compaction/anthropic-compaction.ts'
export { anthropicCompaction } from './compaction/anthropic-compaction.ts'
export { compactionInAnthropic } from './compaction/read-compaction.ts'
export { fromAnthropic } from './decode/decode.ts'
export { decodeAnthropic } from './decode/request.ts'
export type { AnthropicCompactionSettings } from './encode/compaction-request.ts'
export type { AnthropicEncoding } from './encode/encode.ts'
export { encodeAnthropic, toAnthropic, toAnthropicBeta } from './encode/encode.ts'
export type { AnthropicOptions } from './encode/state.ts'
export { anthropic } from './format.ts'
export type { AnthropicFramingOptions } from './framing.ts'
export { anthropicFraming, anthropicFramingFor } from './framing.ts'
export type { AnthropicImage } from './media-tokens.ts'
export { anthropicImageTokens } from './media-tokens.ts'
export type { AnthropicFields } from './provider-fields.ts'
export { decodeAnthropicResponse, decodeAnthropicStream } from './response/decode.ts'
export type {
  AnthropicBetaRequest,
  AnthropicCompaction,
  AnthropicFunctionTool,
  AnthropicMessage,
  AnthropicOutputConfig,
  AnthropicProvidedTool,
  AnthropicRequest,
  AnthropicThinking,
  AnthropicThinkingBinding,
  AnthropicTool,
  AnthropicToolChoice,
} from './types.ts'
export type { AnthropicRequestFacts } from './validate.ts'
export { validateAnthropic } from './validate.ts'
