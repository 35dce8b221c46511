import type { JsonValue } from '@lamella/core'
import type { Ledger } from '../shared/ledger.ts'
import { type FieldsOf, type ReadFields, readProviderFields, withExtraFields } from '../shared/provider-fields.ts'

/** Fields of a recorded object, by name. */
type Recorded = { readonly [field: string]: JsonValue }

/**
 * The contents of `providerOptions.openai` for this format. The decoder writes these fields and the encoder reads them.
 * Names are those of the AI SDK where it has one, so that its histories work unchanged; `role` to `strict` are also
 * those of OpenAI Chat.
 *
 * Fields without a place in the canonical message are kept under names that Chat does not read, because each format
 * rejects fields of the other.
 */
export interface OpenAIResponsesFields {
  /** System message: it was a developer message. */
  readonly role?: 'developer'
  /** Assistant text part: it is a refusal. */
  readonly refusal?: boolean
  /** Tool call: the arguments exactly as the model wrote them, if JSON cannot represent them. */
  readonly arguments?: string
  /** Tool call: it calls a custom tool, and its input is plain text. */
  readonly custom?: boolean
  /** Image: the level of detail. Default `auto`. */
  readonly imageDetail?: 'auto' | 'low' | 'high' | 'original'
  /** Image or file: the id of an upload. */
  readonly fileId?: string
  /** Tool: whether to use structured outputs. Null leaves it to the API. Default `false`. */
  readonly strict?: boolean | null

  /** Text, reasoning, call or result: the id of its item. Consecutive parts with the same id are one item. */
  readonly itemId?: string
  /** Reasoning: for use without storage by the API. */
  readonly reasoningEncryptedContent?: string | null
  /** Assistant text part. */
  readonly phase?: 'commentary' | 'final_answer'
  /** Assistant text part: its sources. Sent only with the id of the item. */
  readonly annotations?: JsonValue[]
  /** Tool call: the namespace in which the tool was found. */
  readonly namespace?: string
  /** Text, image or file of a user or a tool: ends a prefix for the cache. */
  readonly promptCacheBreakpoint?: { readonly mode: 'explicit' }

  /** System part: it was in the input, not in the instructions. */
  readonly inInput?: boolean
  /** System message: the tools that it adds from here on, as `ToolDefinition`s. */
  readonly additionalTools?: JsonValue[]
  /** System message: the settings that hold from here on, and those of the request. */
  readonly configuration?: JsonValue
  /** Tool call or result: its recorded item. Sent unchanged unless the call or result is modified. */
  readonly item?: Recorded
  /** Message, part or tool: fields of the item or tool to send unchanged, such as `status`. */
  readonly itemExtra?: Recorded
  /** Message or part: recorded fields that the API does not know. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: Recorded
  /** Assistant text part: fields of the part itself, such as `logprobs`. */
  readonly contentExtra?: Recorded
  /** Parameters: the reasoning effort, such as `low`. */
  readonly reasoningEffort?: string
  /** Parameters: fields of the request to send unchanged, such as `stream`, `text` or `reasoning`. */
  readonly responsesExtra?: Recorded
}

const place: FieldsOf = { keys: ['openai'], vendor: 'OpenAI', title: 'OpenAI Responses', extra: 'itemExtra' }

/** The names of fields that are read in one place. */
export type ResponsesKeys = readonly (keyof OpenAIResponsesFields)[]

/**
 * Returns the fields for this format among provider options. Reports a loss for fields that are not in `known` or
 * belong to another provider.
 */
export const readFields: ReadFields<OpenAIResponsesFields> = (ledger, options, known) =>
  readProviderFields(ledger, options, known, place)

const reserved: readonly string[] = [
  'type',
  'id',
  'role',
  'content',
  'call_id',
  'name',
  'arguments',
  'input',
  'output',
  'summary',
  'encrypted_content',
  'file_id',
  'file_data',
  'file_url',
  'image_url',
  'text',
  'refusal',
  'tools',
]

/** Returns the item, part or tool with its extra fields appended. An extra field never replaces a regular one. */
export function withExtra<const Wire extends object>(ledger: Ledger, wire: Wire, extra: unknown): Wire {
  return withExtraFields(ledger, wire, extra, reserved)
}
