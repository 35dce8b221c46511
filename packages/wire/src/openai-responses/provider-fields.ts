import type { JsonValue, ProviderOptions } from '@lamella/core'
import type { Ledger } from '../shared/ledger.ts'
import { type FieldsOf, readProviderFields, withExtraFields } from '../shared/provider-fields.ts'

/** Fields of a recorded object, by name. */
type Recorded = { readonly [field: string]: JsonValue }

/**
 * What `providerOptions.openai` may hold for this format. The decoder writes these, the encoder reads them. Names are
 * those of the AI SDK where it has one, so that its histories work as they are; `role` to `strict` are those of OpenAI
 * Chat, too.
 *
 * What the canonical message has no place for is kept under names that Chat does not read: a field of one format is
 * refused by the other one.
 */
export interface OpenAIResponsesFields {
  /** System message: it was a developer message. */
  readonly role?: 'developer'
  /** Text part of the assistant: it is a refusal. */
  readonly refusal?: boolean
  /** Tool call: the arguments exactly as the model wrote them, where JSON cannot say the same. */
  readonly arguments?: string
  /** Tool call: it is a call of a custom tool, and its input is plain text. */
  readonly custom?: boolean
  /** Image: how closely it is looked at. Default `auto`. */
  readonly imageDetail?: 'auto' | 'low' | 'high' | 'original'
  /** Image or file: the id of an uploaded one. */
  readonly fileId?: string
  /** Tool: structured outputs. Null leaves it to the API. Default `false`. */
  readonly strict?: boolean | null

  /** Text, reasoning, call or result: the id of its item. Parts of one id that follow each other are one item. */
  readonly itemId?: string
  /** Reasoning: for an API that holds nothing. */
  readonly reasoningEncryptedContent?: string | null
  /** Text part of the assistant. */
  readonly phase?: 'commentary' | 'final_answer'
  /** Text part of the assistant: where it has something from. Sent only with the id of the item. */
  readonly annotations?: JsonValue[]
  /** Tool call: the group of tools that the tool was found in. */
  readonly namespace?: string
  /** Text, image or file of a user or a tool: ends a prefix for the cache. */
  readonly promptCacheBreakpoint?: { readonly mode: 'explicit' }

  /** System part: it stood in the input and not in the instructions. */
  readonly inInput?: boolean
  /** Tool call or result: the item that it was, whole. It is sent as it is until the call or result is changed. */
  readonly item?: Recorded
  /** Message, part or tool: fields of the item (of the tool) to send as they are, such as `status`. */
  readonly itemExtra?: Recorded
  /** Message or part: recorded fields that the API does not know. Sent only with `unknownFields: 'send'`. */
  readonly unknownFields?: Recorded
  /** Text part of the assistant: fields of the part itself, such as `logprobs`. */
  readonly contentExtra?: Recorded
  /** Parameters: how much the model thinks, such as `low`. */
  readonly reasoningEffort?: string
  /** Parameters: fields of the request to send as they are, such as `stream`, `text` or `reasoning`. */
  readonly responsesExtra?: Recorded
}

const place: FieldsOf = { keys: ['openai'], vendor: 'OpenAI', title: 'OpenAI Responses', extra: 'itemExtra' }

/** The fields for this format among provider options. What is not `known` here, or another provider's, is a loss. */
export function readFields(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof OpenAIResponsesFields)[],
): OpenAIResponsesFields {
  return readProviderFields(ledger, options, known, place)
}

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

/** The item, part or tool with its extra fields behind its own. An extra field never stands in for one of its own. */
export function withExtra<const Wire extends object>(ledger: Ledger, wire: Wire, extra: unknown): Wire {
  return withExtraFields(ledger, wire, extra, reserved)
}
