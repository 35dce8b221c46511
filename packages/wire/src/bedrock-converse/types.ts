/**
 * The input of `ConverseCommand` of `@aws-sdk/client-bedrock-runtime`; the body of `POST /model/{modelId}/converse` is the
 * same without `modelId`. Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html (2026-11).
 */
export interface BedrockConverseRequest {
  /** Missing if neither the parameters nor the options name one; the API requires it. */
  readonly modelId?: string
  readonly messages: BedrockMessage[]
  readonly system?: (BedrockText | BedrockCachePoint)[]
  readonly inferenceConfig?: BedrockInference
  /** The API requires it if a message contains a call or a result. */
  readonly toolConfig?: { readonly tools: BedrockTool[]; readonly toolChoice?: BedrockToolChoice }
}

export interface BedrockMessage {
  /** The user comes first, and roles alternate. */
  readonly role: 'user' | 'assistant'
  readonly content: BedrockBlock[]
}

export interface BedrockInference {
  /** 1 or more. */
  readonly maxTokens?: number
  /** 0 to 1. */
  readonly temperature?: number
  /** 0 to 1. */
  readonly topP?: number
  /** At most 2,500 texts. */
  readonly stopSequences?: string[]
}

export interface BedrockText {
  /** Neither empty nor blank. */
  readonly text: string
}

export interface BedrockCachePoint {
  readonly cachePoint: { readonly type: 'default'; readonly ttl?: '5m' | '1h' }
}

/** Bytes as base64 text, for the request body, or as bytes, for the AWS SDK. */
export type BedrockSource =
  | { readonly bytes: string | Uint8Array }
  | { readonly s3Location: { readonly uri: string; readonly bucketOwner?: string } }

export interface BedrockImage {
  readonly image: { readonly format: 'png' | 'jpeg' | 'gif' | 'webp'; readonly source: BedrockSource }
}

export type BedrockDocumentFormat = 'pdf' | 'csv' | 'doc' | 'docx' | 'xls' | 'xlsx' | 'html' | 'txt' | 'md'

export interface BedrockDocument {
  /** The name is unique among the request's documents. */
  readonly document: {
    readonly format: BedrockDocumentFormat
    readonly name: string
    readonly source: BedrockSource
  }
}

export interface BedrockToolUse {
  readonly toolUse: {
    readonly toolUseId: string
    readonly name: string
    readonly input: { readonly [key: string]: unknown }
  }
}

export type BedrockResultBlock =
  | BedrockText
  | BedrockImage
  | BedrockDocument
  | { readonly json: { readonly [key: string]: unknown } }

export interface BedrockToolResult {
  readonly toolResult: {
    readonly toolUseId: string
    readonly content: BedrockResultBlock[]
    readonly status?: 'success' | 'error'
  }
}

/** The model's own reasoning, unchanged, or encrypted. */
export interface BedrockReasoning {
  readonly reasoningContent:
    | { readonly reasoningText: { readonly text: string; readonly signature?: string } }
    | { readonly redactedContent: string | Uint8Array }
}

/** Blocks of other kinds that were decoded are written back unchanged. */
export type BedrockBlock =
  | BedrockText
  | BedrockImage
  | BedrockDocument
  | BedrockToolUse
  | BedrockToolResult
  | BedrockReasoning
  | BedrockCachePoint

export type BedrockTool =
  | {
      readonly toolSpec: {
        readonly name: string
        readonly description?: string
        readonly inputSchema: { readonly json: { readonly [key: string]: unknown } }
      }
    }
  | BedrockCachePoint

export type BedrockToolChoice =
  | { readonly auto: Record<string, never> }
  | { readonly any: Record<string, never> }
  | { readonly tool: { readonly name: string } }
