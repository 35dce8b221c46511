import type { JsonValue, ProviderOptions } from '@lamella/core'
import {
  type EncodeState,
  type FieldsOf,
  type Ledger,
  type NameRule,
  readProviderFields,
  type WireOptions,
} from '../kit/index.ts'
import type {
  BedrockBlock,
  BedrockCachePoint,
  BedrockConverseRequest,
  BedrockDocumentFormat,
  BedrockMessage,
  BedrockTool,
} from './types.ts'

/** How to write a request of Bedrock Converse; everything has a default. */
export interface BedrockConverseOptions extends WireOptions {
  /**
   * Joins messages of one role that follow each other, which Bedrock refuses. Default `true`; with `false` a marked message of
   * the other role stands between them.
   */
  readonly mergeConsecutive?: boolean
  /** Bytes as base64 text, as the body holds them, or as bytes, as the AWS SDK takes them. Default `'base64'`. */
  readonly bytes?: 'base64' | 'binary'
  /** Puts cache points where the report of the build says that they pay. Default `false`. */
  readonly cache?: boolean
}

/** What `providerOptions.bedrock` may hold. The names are those of the AI SDK where it has one. */
export interface BedrockConverseFields {
  /** Anything with a place in the request: puts a cache point behind it. */
  readonly cachePoint?: BedrockCachePoint['cachePoint']
  /** Reasoning part: what proves that it is the model's own. */
  readonly signature?: string
  /** Reasoning part: reasoning that is encrypted, as base64. */
  readonly redactedData?: string
  /** Text part: a block that only Bedrock has, exactly as it was. */
  readonly block?: { readonly [field: string]: JsonValue }
  /** Parameters: fields of the request to send as they are, such as `additionalModelRequestFields`. */
  readonly extra?: { readonly [field: string]: JsonValue }
  /** Recorded fields that the API does not know. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: { readonly [field: string]: JsonValue }
}

export interface BedrockTypes {
  readonly options: BedrockConverseOptions
  readonly run: {
    /** The messages of the request, as they grow. */
    readonly messages: BedrockMessage[]
    /** How many messages of the context the request has reached, and where cache points are wanted behind them. */
    readonly points: { readonly wanted: readonly number[]; left: number }
    /** Names of documents that stand in the request. */
    readonly documents: Set<string>
    /** Names of the tools that are written. */
    readonly tools: Set<string>
    /** Names of tools that the history calls. */
    readonly called: Set<string>
  }
  readonly tool: BedrockTool
  readonly system: NonNullable<BedrockConverseRequest['system']>
  /** What a part becomes: a block, and a cache point behind it. */
  readonly part: readonly BedrockBlock[]
  readonly turn: BedrockConverseFields
  readonly request: BedrockConverseRequest
}

/** A place in the context, and what one run of this encoder shares. */
export type BedrockState = EncodeState<BedrockTypes>

export const title = 'Bedrock Converse'

export const cachePoint: BedrockCachePoint = { cachePoint: { type: 'default' } }

/** What a message or part without fields of its own may ask for. */
export const ofMessage: readonly (keyof BedrockConverseFields)[] = ['cachePoint']

const place: FieldsOf = { keys: ['bedrock', 'amazonBedrock'], vendor: 'Bedrock', title }

/** The fields for this format among provider options. What is not `known` here, or another provider's, is a loss. */
export function readFields(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof BedrockConverseFields)[],
): BedrockConverseFields {
  return readProviderFields<BedrockConverseFields>(ledger, options, known, place)
}

/**
 * Names of tools and ids of calls: `[a-zA-Z0-9_-]+`, at most 64 characters. Some pages have `[a-zA-Z0-9_.:-]+` for ids today,
 * and older ones `[a-zA-Z][a-zA-Z0-9_]*` for names; this is what all versions take of the former, and Claude's own names need.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html (2026-11).
 */
export const toolName: NameRule = {
  valid: /^[a-zA-Z0-9_-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_-]/g,
  maxLength: 64,
}

/** Cache points in a request. Source: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html (2026-11). */
export const maxCachePoints = 4

/** Formats of documents by their media types. Source: API_runtime_DocumentBlock.html, `format` (2026-11). */
export const documentFormats: Readonly<Record<string, BedrockDocumentFormat>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
}

/**
 * Names of documents: letters, digits, single spaces, hyphens, parentheses and square brackets, at most 200 characters.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html (2026-11).
 */
export const documentName: RegExp = /^(?!.*\s\s)[a-zA-Z0-9\s()[\]-]{1,200}$/
