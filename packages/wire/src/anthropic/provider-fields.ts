import type { JsonValue, ProviderOptions, ToolDefinition } from '@lamella/core'
import type { Ledger } from '../shared/ledger.ts'
import {
  type FieldsOf,
  peekProviderFields,
  type ReadFields,
  readProviderFields,
  withExtraFields,
} from '../shared/provider-fields.ts'
import type { AnthropicCacheControl } from './block-types.ts'

type JsonObject = { readonly [field: string]: JsonValue }

/**
 * The fields of `providerOptions.anthropic`. The decoder writes them, the encoder reads them. The names match the AI
 * SDK's where it has one, so that its histories work unchanged.
 *
 * Fields without a canonical place are kept whole under `extra`.
 */
export interface AnthropicFields {
  /** Anything with a place in the request: marks it for the prompt cache (a message: its last block). */
  readonly cacheControl?: AnthropicCacheControl
  /** A spelling of `cacheControl` that the AI SDK also accepts. */
  readonly cache_control?: AnthropicCacheControl
  /** Part of the system prompt: its block ends after it, with or without a cache mark, as in the request it was read from. */
  readonly endsBlock?: boolean
  /** System message in the middle: it keeps its role, which only the newest models support. */
  readonly role?: 'system'
  /** System message in the middle: the tools that it adds or removes. One that is not in `tools` needs its definition. */
  readonly toolChanges?: readonly {
    readonly type: 'tool_addition' | 'tool_removal'
    readonly toolName: string
    readonly definition?: ToolDefinition
  }[]
  /** System message in the middle: its original blocks, unless they were a single text. */
  readonly blocks?: readonly JsonObject[]
  /** Reasoning part: proof that it is the model's own. */
  readonly signature?: string
  /** Reasoning part: thinking encrypted by Anthropic. */
  readonly redactedData?: string
  /** Text part of the assistant: its sources. File part: `{ enabled: true }` requests them. */
  readonly citations?: JsonValue
  /** File part: the title of the document; default its file name. */
  readonly title?: string
  /** File part: context about the document for the model. */
  readonly context?: string
  /** Image or file part: the id of an uploaded file. */
  readonly fileId?: string
  /** File part with an id: it is for the container of the code execution tool. */
  readonly containerUpload?: boolean
  /** Tool call: which tool made this call. */
  readonly caller?: { readonly type: string; readonly toolId?: string }
  /** Tool result: its content list reports an error. */
  readonly isError?: boolean
  /** Call and result of an MCP server's tool: its name, with `type: 'mcp-tool-use'`. */
  readonly serverName?: string
  /** Piece of a tool's output: `tool-reference`, with `toolName`. */
  readonly type?: string
  readonly toolName?: string
  /** Part that only Anthropic has: the original block. */
  readonly block?: JsonObject
  /** Anthropic-defined tool: in the API's format, such as `{ type: 'web_search_20250305', name: 'web_search' }`. */
  readonly tool?: JsonObject
  /** Tool: structured outputs. */
  readonly strict?: boolean
  /** Tool: hidden from the model until a search finds it. */
  readonly deferLoading?: boolean
  /** Tool: its input is streamed while the model writes it. */
  readonly eagerInputStreaming?: boolean
  /** Tool: which tools may call it. */
  readonly allowedCallers?: readonly string[]
  /** Parameters: extended thinking, in the AI SDK's or the API's form. */
  readonly thinking?: JsonObject
  /** Parameters: how much work the model puts into the answer. */
  readonly effort?: string
  /** Parameters: at most one call per answer. */
  readonly disableParallelToolUse?: boolean
  /** Fields to send unchanged. */
  readonly extra?: JsonObject
  /** Recorded fields that the API does not define. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: JsonObject
}

const place: FieldsOf = { keys: ['anthropic'], vendor: 'Anthropic' }

/** The names of fields that are read in one place. */
export type AnthropicKeys = readonly (keyof AnthropicFields)[]

/** Both names of a cache mark. */
export const ofMark: AnthropicKeys = ['cacheControl', 'cache_control']

/**
 * Reads this format's fields from provider options. Fields that are not `known` here, or belong to another provider,
 * are losses.
 */
export const readFields: ReadFields<AnthropicFields> = (ledger, options, known) =>
  readProviderFields(ledger, options, known, place)

/** Returns this format's fields without reporting losses, for code that inspects them in addition to `readFields`. */
export function peekFields(options: ProviderOptions | undefined): AnthropicFields {
  return peekProviderFields(options, place.keys)
}

// Only the encoder writes fields that determine whether a request is valid.
const reserved: readonly string[] = [
  'role',
  'content',
  'type',
  'text',
  'source',
  'id',
  'name',
  'input',
  'tool_use_id',
  'is_error',
  'cache_control',
]

/** Returns the block or message with its extra fields after its own. An extra field never replaces one of its own. */
export function withExtra<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  extra: AnthropicFields['extra'],
  taken: readonly string[] = reserved,
): Wire {
  return withExtraFields(ledger, wire, extra, taken)
}
