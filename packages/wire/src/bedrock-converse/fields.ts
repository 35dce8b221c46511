import type { JsonValue } from '@lamella/core'
import type { EncodeState } from '../kit/run.ts'
import type { ImageBounds } from '../shared/image-bounds.ts'
import type { WireOptions } from '../shared/options.ts'
import { type FieldsOf, type ReadFields, readProviderFields } from '../shared/provider-fields.ts'
import type { NameRule } from '../shared/tool-names.ts'
import type {
  BedrockBlock,
  BedrockCachePoint,
  BedrockConverseRequest,
  BedrockDocumentFormat,
  BedrockMessage,
  BedrockTool,
} from './types.ts'

/** Options for encoding a request of Bedrock Converse; all have defaults. */
export interface BedrockConverseOptions extends WireOptions {
  /**
   * Whether to merge consecutive messages of the same role, which Bedrock rejects. Default `true`; with `false` they
   * are separated by a marked message of the other role.
   */
  readonly mergeConsecutive?: boolean
  /**
   * Whether to write bytes as base64 text, for the request body, or as bytes, for the AWS SDK. Default `'binary'` for
   * `toBedrockConverse`, `'base64'` otherwise.
   */
  readonly bytes?: 'base64' | 'binary'
  /** Whether to put cache points where they pay off according to the build report. Default `false`. */
  readonly cache?: boolean
}

/** The fields of `providerOptions.bedrock`. The names match the AI SDK's where it has one. */
export interface BedrockConverseFields {
  /** Anything with a place in the request: puts a cache point after it. */
  readonly cachePoint?: BedrockCachePoint['cachePoint']
  /** Reasoning part: proof that it is the model's own. */
  readonly signature?: string
  /** Reasoning part: encrypted reasoning, as base64. */
  readonly redactedData?: string
  /** Reasoning part: the same, under the AI SDK's name for what OpenAI's models send. Source: vercel/ai#19058. */
  readonly redactedContent?: string
  /** Text part: a block that only Bedrock has, unchanged. */
  readonly block?: { readonly [field: string]: JsonValue }
  /** Tool: a tool that Bedrock runs itself, unchanged, such as `{ systemTool: { name: 'nova_grounding' } }`. */
  readonly tool?: { readonly [field: string]: JsonValue }
  /** Parameters: fields of the request to send unchanged, such as `additionalModelRequestFields`. */
  readonly extra?: { readonly [field: string]: JsonValue }
  /** Recorded fields that the API does not define. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: { readonly [field: string]: JsonValue }
}

export interface BedrockTypes {
  readonly options: BedrockConverseOptions
  readonly run: {
    /** The messages of the request so far. */
    readonly messages: BedrockMessage[]
    /** The number of messages of the context encoded so far, and those after which cache points belong. */
    readonly points: { readonly wanted: readonly number[]; left: number }
    readonly images: ImageBounds
    /** Names of the documents in the request. */
    readonly documents: Set<string>
    /** Names of the tools written so far. */
    readonly tools: Set<string>
    /** Names of the tools that the history calls. */
    readonly called: Set<string>
  }
  readonly tool: BedrockTool
  readonly system: NonNullable<BedrockConverseRequest['system']>
  /** The result for a part: a block, and a cache point after it. */
  readonly part: readonly BedrockBlock[]
  readonly turn: BedrockConverseFields
  readonly request: BedrockConverseRequest
}

/** A position in the context, with the shared state of one run of this encoder. */
export type BedrockState = EncodeState<BedrockTypes>

export const title = 'Bedrock Converse'

export const cachePoint: BedrockCachePoint = { cachePoint: { type: 'default' } }

/** The options of a message or part that has no fields of its own. */
export const ofMessage: readonly (keyof BedrockConverseFields)[] = ['cachePoint']

const place: FieldsOf = { keys: ['bedrock', 'amazonBedrock'], vendor: 'Bedrock', title }

/** The names of fields that are read in one place. */
export type BedrockKeys = readonly (keyof BedrockConverseFields)[]

/**
 * Reads this format's fields from provider options. Fields that are not `known` here, or belong to another provider,
 * are losses.
 */
export const readFields: ReadFields<BedrockConverseFields> = (ledger, options, known) =>
  readProviderFields(ledger, options, known, place)

/**
 * Tool names and call ids: `[a-zA-Z0-9_-]+`, at most 64 characters. Some pages allow `[a-zA-Z0-9_.:-]+` for ids today,
 * and older ones `[a-zA-Z][a-zA-Z0-9_]*` for names; all versions accept this pattern for ids, and Claude's own tool
 * names need it. Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html
 * (2026-11).
 */
export const toolName: NameRule = {
  valid: /^[a-zA-Z0-9_-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_-]/g,
  maxLength: 64,
}

/**
 * Names of the fields at the top level of a tool's schema. Claude refuses others: "Property keys should match pattern"
 * (400, aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709: only at the top level; its
 * older versions refused dots, aaif-goose/goose#1804; read in November 2026).
 */
export const fieldName: NameRule = {
  valid: /^[a-zA-Z0-9_.-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_.-]/g,
  maxLength: 64,
}

/**
 * The maximum number of cache points in a request. Source:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html (2026-11).
 */
export const maxCachePoints = 4

/** Document formats by media type. Source: API_runtime_DocumentBlock.html, `format` (2026-11). */
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
 * Document names: letters, digits, single spaces, hyphens, parentheses and square brackets, at most 200 characters.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html (2026-11).
 */
export const documentName: RegExp = /^(?!.*\s\s)[a-zA-Z0-9\s()[\]-]{1,200}$/

/**
 * Whether the id names a model that is not Anthropic's: ids name the vendor before a dot, those of application profiles do not.
 */
export function isOfAnotherVendor(model: string | undefined): boolean {
  const name = model?.slice(model.lastIndexOf('/') + 1) ?? ''
  return name.includes('.') && !/anthropic\.|claude/.test(name)
}

/**
 * Whether the model takes calls and results only in messages without other blocks: "Conversation blocks and tool result blocks cannot
 * be provided in the same turn" (400, strands-agents/harness-sdk#1223, browser-use/browser-use#710, langchain-ai/langchain-aws#235;
 * quarkiverse/quarkus-langchain4j#1983 for calls; read on 2026-11-30).
 */
export function keepsToolsApart(model: unknown): boolean {
  return /(?:^|[./])(?:meta|mistral)\./.test(String(model))
}

export function isOfOpenAI(model: unknown): boolean {
  return /(?:^|[./])openai\./.test(String(model))
}
