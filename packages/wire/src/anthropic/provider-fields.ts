import type { JsonValue, ProviderOptions } from '@lamella/core'
import type { Ledger } from '../shared/ledger.ts'
import { type FieldsOf, peekProviderFields, readProviderFields, withExtraFields } from '../shared/provider-fields.ts'
import type { AnthropicCacheControl } from './block-types.ts'

type JsonObject = { readonly [field: string]: JsonValue }

/**
 * What `providerOptions.anthropic` may hold. The decoder writes these, the encoder reads them. The names are those of the
 * AI SDK where it has one, so that its histories work as they are.
 *
 * Fields that the canonical message has no place for are kept whole under `extra`.
 */
export interface AnthropicFields {
  /** Anything with a place in the request: marks it (a message: its last block) for the prompt cache. */
  readonly cacheControl?: AnthropicCacheControl
  /** The same, as the AI SDK takes it, too. */
  readonly cache_control?: AnthropicCacheControl
  /** System message between others: it keeps its role, which only the newest models take. */
  readonly role?: 'system'
  /** System message between others: tools that it offers or takes away. */
  readonly toolChanges?: readonly { readonly type: 'tool_addition' | 'tool_removal'; readonly toolName: string }[]
  /** System message between others: its blocks exactly as they were, where they were more than one text. */
  readonly blocks?: readonly JsonObject[]
  /** Reasoning part: what proves that it is the model's own. */
  readonly signature?: string
  /** Reasoning part: thinking that Anthropic has encrypted. */
  readonly redactedData?: string
  /** Text part of the assistant: its sources. File part: `{ enabled: true }` asks for them. */
  readonly citations?: JsonValue
  /** File part: the title of the document; default its file name. */
  readonly title?: string
  /** File part: what the model should know about the document. */
  readonly context?: string
  /** Image or file part: the id of an uploaded file. */
  readonly fileId?: string
  /** File part with an id: it is for the container of the code execution. */
  readonly containerUpload?: boolean
  /** Tool call: which tool has called this one. */
  readonly caller?: { readonly type: string; readonly toolId?: string }
  /** Tool result: its content, which is a list, tells of an error. */
  readonly isError?: boolean
  /** Call and result of a tool of an MCP server: its name, with `type: 'mcp-tool-use'`. */
  readonly serverName?: string
  /** Piece of a tool's output: `tool-reference`, with `toolName`. */
  readonly type?: string
  readonly toolName?: string
  /** Part that Anthropic alone has: the block exactly as it was. */
  readonly block?: JsonObject
  /** Tool that Anthropic brings: in the words of the API, such as `{ type: 'web_search_20250305', name: 'web_search' }`. */
  readonly tool?: JsonObject
  /** Tool: structured outputs. */
  readonly strict?: boolean
  /** Tool: not shown to the model before a search finds it. */
  readonly deferLoading?: boolean
  /** Tool: its input is streamed as it is written. */
  readonly eagerInputStreaming?: boolean
  /** Tool: which tools may call it. */
  readonly allowedCallers?: readonly string[]
  /** Parameters: extended thinking, in the words of the AI SDK or of the API. */
  readonly thinking?: JsonObject
  /** Parameters: how much work the model puts into the answer. */
  readonly effort?: string
  /** Parameters: at most one call an answer. */
  readonly disableParallelToolUse?: boolean
  /** Fields to send as they are. */
  readonly extra?: JsonObject
  /** Recorded fields that the API does not know. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: JsonObject
}

const place: FieldsOf = { keys: ['anthropic'], vendor: 'Anthropic' }

/** The fields for this format among provider options. What is not `known` here, or another provider's, is a loss. */
export function readFields(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof AnthropicFields)[],
): AnthropicFields {
  return readProviderFields<AnthropicFields>(ledger, options, known, place)
}

/** The fields for this format as they are, for a second look at what `readFields` has read or will read. */
export function peekFields(options: ProviderOptions | undefined): AnthropicFields {
  return peekProviderFields(options, place.keys)
}

// What decides whether a request is valid is written by the encoder alone.
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

/** The block or message with its extra fields behind its own. An extra field never stands in for one of its own. */
export function withExtra<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  extra: AnthropicFields['extra'],
  taken: readonly string[] = reserved,
): Wire {
  return withExtraFields(ledger, wire, extra, taken)
}
