export type { OpenAIImageDetail } from '../openai/image-rules.ts'
export type { OpenAIImage } from '../openai/media-tokens.ts'
export { openaiImageTokens } from '../openai/media-tokens.ts'
export type { OpenAICacheOptions } from '../openai/prompt-cache.ts'
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
export type { DecodedContext, WireContext, WithModel } from '../shared/wire-context.ts'
export { fromOpenAIChat } from './decode/decode.ts'
export { decodeOpenAIChat } from './decode/request.ts'
export type { OpenAIChatEncoding } from './encode/encode.ts'
export { encodeOpenAIChat, toOpenAIChat } from './encode/encode.ts'
export type { OpenAIChatOptions } from './encode/state.ts'
export type { OpenAIChatFields } from './fields.ts'
export { openaiChat } from './format.ts'
export { openaiChatFraming, openaiChatFramingFor } from './framing.ts'
export { decodeOpenAIChatResponse, decodeOpenAIChatStream } from './response/decode.ts'
export type {
  OpenAIChatAssistantMessage,
  OpenAIChatAssistantPart,
  OpenAIChatAudioPart,
  OpenAIChatFilePart,
  OpenAIChatFunction,
  OpenAIChatImagePart,
  OpenAIChatMessage,
  OpenAIChatRefusalPart,
  OpenAIChatRequest,
  OpenAIChatSystemMessage,
  OpenAIChatTextPart,
  OpenAIChatTool,
  OpenAIChatToolCall,
  OpenAIChatToolChoice,
  OpenAIChatToolMessage,
  OpenAIChatUserMessage,
  OpenAIChatUserPart,
} from './types.ts'
export { validateOpenAIChat } from './validate.ts'
