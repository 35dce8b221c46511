/**
 * The input of `ConverseCommand` of `@aws-sdk/client-bedrock-runtime`; the body of `POST /model/{modelId}/converse` is the
 * same without `modelId`. Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html (2026-11).
 */
export interface BedrockConverseRequest<Bytes extends BedrockBytes = BedrockBytes> {
  /** Missing if neither the parameters nor the options name one; the API requires it. */
  readonly modelId?: string
  readonly messages: BedrockMessage<Bytes>[]
  readonly system?: (BedrockText | BedrockCachePoint)[]
  readonly inferenceConfig?: BedrockInference
  /** The API requires it if a message contains a call or a result. */
  readonly toolConfig?: { readonly tools: BedrockTool[]; readonly toolChoice?: BedrockToolChoice }
}

export interface BedrockMessage<Bytes extends BedrockBytes = BedrockBytes> {
  /** The user comes first, and roles alternate. */
  readonly role: 'user' | 'assistant'
  readonly content: BedrockBlock<Bytes>[]
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

/** An object of JSON, as the AWS SDK takes it: without `undefined`. */
export type BedrockJson = { readonly [key: string]: Json }

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Base64 text, for the request body, or bytes, for the AWS SDK. */
export type BedrockBytes = string | Uint8Array

export type BedrockSource<Bytes extends BedrockBytes = BedrockBytes> =
  | { readonly bytes: Bytes }
  | { readonly s3Location: { readonly uri: string; readonly bucketOwner?: string } }

export interface BedrockImage<Bytes extends BedrockBytes = BedrockBytes> {
  readonly image: { readonly format: 'png' | 'jpeg' | 'gif' | 'webp'; readonly source: BedrockSource<Bytes> }
}

export type BedrockDocumentFormat = 'pdf' | 'csv' | 'doc' | 'docx' | 'xls' | 'xlsx' | 'html' | 'txt' | 'md'

export interface BedrockDocument<Bytes extends BedrockBytes = BedrockBytes> {
  /** The name is unique among the request's documents. */
  readonly document: {
    readonly format: BedrockDocumentFormat
    readonly name: string
    readonly source: BedrockSource<Bytes>
  }
}

export interface BedrockToolUse {
  readonly toolUse: {
    readonly toolUseId: string
    readonly name: string
    readonly input: BedrockJson
    /** Bedrock answers the call itself. */
    readonly type?: 'server_tool_use'
  }
}

export type BedrockResultBlock<Bytes extends BedrockBytes = BedrockBytes> =
  | BedrockText
  | BedrockImage<Bytes>
  | BedrockDocument<Bytes>
  | { readonly json: BedrockJson }

export interface BedrockToolResult<Bytes extends BedrockBytes = BedrockBytes> {
  readonly toolResult: {
    readonly toolUseId: string
    readonly content: BedrockResultBlock<Bytes>[]
    readonly status?: 'success' | 'error'
  }
}

/** The model's own reasoning, unchanged, or encrypted. */
export interface BedrockReasoning<Bytes extends BedrockBytes = BedrockBytes> {
  readonly reasoningContent:
    | { readonly reasoningText: { readonly text: string; readonly signature?: string } }
    | { readonly redactedContent: Bytes }
}

/** Blocks of other kinds that were decoded are written back unchanged. */
export type BedrockBlock<Bytes extends BedrockBytes = BedrockBytes> =
  | BedrockText
  | BedrockImage<Bytes>
  | BedrockDocument<Bytes>
  | BedrockToolUse
  | BedrockToolResult<Bytes>
  | BedrockReasoning<Bytes>
  | BedrockCachePoint

export type BedrockTool =
  | {
      readonly toolSpec: {
        readonly name: string
        readonly description?: string
        readonly inputSchema: { readonly json: BedrockJson }
      }
    }
  | { readonly systemTool: { readonly name: string } }
  | BedrockCachePoint

export type BedrockToolChoice =
  | { readonly auto: Record<string, never> }
  | { readonly any: Record<string, never> }
  | { readonly tool: { readonly name: string } }
