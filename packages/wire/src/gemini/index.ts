export type { ResponseProblem, WireErrorCode, WireErrorDetails } from '../shared/errors.ts'
export type { Loss, LossCode, RepairCode, WireRepair } from '../shared/loss.ts'
export type { WireOptions } from '../shared/options.ts'
export type { DecodedStream } from '../shared/response/decode-stream.ts'
export type { CacheDiagnosis, Diagnosis, ReasoningMismatch } from '../shared/response/diagnosis.ts'
export type { MendCode, ResponseMend } from '../shared/response/mends.ts'
export type { Calibrate, ChoiceOption, ResponseOptions, StreamOptions } from '../shared/response/options.ts'
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
export type { DecodedContext, WireContext } from '../shared/wire-context.ts'
export type { GeminiCacheOptions } from './cache/options.ts'
export type { GeminiCacheSplit, GeminiNoCache } from './cache/split.ts'
export { splitGeminiCache } from './cache/split.ts'
export { fromGemini } from './decode/decode.ts'
export { decodeGemini } from './decode/request.ts'
export type { GeminiEncoding } from './encode/encode.ts'
export { encodeGemini, toGemini } from './encode/encode.ts'
export type { GeminiOptions } from './encode/state.ts'
export { gemini } from './format.ts'
export { geminiFraming, geminiFramingFor } from './framing.ts'
export type { GeminiImage, GeminiMediaResolution } from './media-tokens.ts'
export { geminiImageTokens } from './media-tokens.ts'
export type { GeminiFields } from './provider-fields.ts'
export { decodeGeminiResponse, decodeGeminiStream } from './response/decode.ts'
export type { GenAICacheParameters, GenAIConfig, GenAIParameters, GenAIRequest } from './to-genai.ts'
export { toGenAI, toGenAICache } from './to-genai.ts'
export type {
  GeminiBlob,
  GeminiCacheBody,
  GeminiContent,
  GeminiFileData,
  GeminiFunction,
  GeminiFunctionCall,
  GeminiFunctionResponse,
  GeminiFunctionResponsePart,
  GeminiGenerationConfig,
  GeminiPart,
  GeminiRequest,
  GeminiSystem,
  GeminiTool,
  GeminiToolConfig,
} from './types.ts'
export type { GeminiRequestFacts } from './validate.ts'
export { validateGemini } from './validate.ts'
