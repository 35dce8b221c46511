export { decodeBedrockConverse, fromBedrockConverse } from './decode.ts'
export type { BedrockConverseEncoding } from './encode.ts'
export { encodeBedrockConverse, toBedrockConverse } from './encode.ts'
export type { BedrockConverseFields, BedrockConverseOptions } from './fields.ts'
export { bedrockConverse, bedrockConverseFraming } from './format.ts'
export { decodeBedrockConverseResponse, decodeBedrockConverseStream } from './response.ts'
export { validateBedrockConverse } from './rules.ts'
export type {
  BedrockBlock,
  BedrockBytes,
  BedrockCachePoint,
  BedrockConverseRequest,
  BedrockDocument,
  BedrockDocumentFormat,
  BedrockImage,
  BedrockInference,
  BedrockJson,
  BedrockMessage,
  BedrockReasoning,
  BedrockResultBlock,
  BedrockSource,
  BedrockText,
  BedrockTool,
  BedrockToolChoice,
  BedrockToolResult,
  BedrockToolUse,
} from './types.ts'
