import type { ProviderOptions } from '@lamella/core'
import { extraOf, providerOptionsOf, sortFields } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import type { OpenAIResponsesFields } from '../provider-fields.ts'

/** Returns provider options with the fields that are set, or nothing if none is. */
export function optionsOf(
  fields: { readonly [Field in keyof OpenAIResponsesFields]: OpenAIResponsesFields[Field] | undefined },
): { readonly providerOptions?: ProviderOptions } {
  return providerOptionsOf('openai', fields)
}

export function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns the fields without a place in canonical parts: those that the API accepts, and others. */
export function restOf(
  record: UnknownRecord,
  known: readonly string[],
  ofWire: readonly string[],
): { readonly [Field in 'itemExtra' | 'unknownFields']: OpenAIResponsesFields[Field] | undefined } {
  const { extra: itemExtra, unknownFields } = sortFields(extraOf(record, known), (name) => ofWire.includes(name))
  return { itemExtra, unknownFields }
}

/**
 * Fields of messages, calls, results and reasoning that the API accepts, in addition to those that the encoder writes.
 * Everything else in a recorded item belongs to a program or an SDK, and is rejected ("Unknown parameter:
 * 'input[1].parsed_arguments'").
 *
 * Source: schemas `EasyInputMessage`, `OutputMessage`, `FunctionToolCall`, `FunctionCallOutputItemParam`,
 * `CustomToolCall`, `ReasoningItem`; open models return their thoughts in the `content` of reasoning.
 */
export const itemFields: readonly string[] = ['status', 'phase', 'namespace', 'caller', 'content', 'encrypted_content']

/**
 * Fields of parts that the API accepts, in addition to those that the encoder writes. Source: schemas
 * `InputTextContent`, `InputImageContent`, `InputFileContent`, `OutputTextContent`.
 */
export const partFields: readonly string[] = [
  'detail',
  'filename',
  'annotations',
  'logprobs',
  'prompt_cache_breakpoint',
]
