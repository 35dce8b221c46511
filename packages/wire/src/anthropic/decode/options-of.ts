import type { ProviderOptions } from '@lamella/core'
import { extraOf, providerOptionsOf, sortFields } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import type { AnthropicFields } from '../provider-fields.ts'

/** Returns provider options with the fields that are set, or nothing if none is. */
export function optionsOf(fields: { readonly [Field in keyof AnthropicFields]: unknown }): {
  readonly providerOptions?: ProviderOptions
} {
  return providerOptionsOf('anthropic', fields)
}

/** Returns the cache mark of a block and the fields without a canonical place. */
export function restOf(
  record: UnknownRecord,
  known: readonly string[],
  isWire: (name: string) => boolean = (name) => wireFields.includes(name),
): { readonly [Field in 'cacheControl' | 'extra' | 'unknownFields']: AnthropicFields[Field] | undefined } {
  const control = record['cache_control'] ?? undefined
  const rest = extraOf(record, [...known, 'cache_control'])
  return { cacheControl: control as AnthropicFields['cacheControl'], ...sortFields(rest, isWire) }
}

/**
 * Fields of messages and blocks that the API accepts, in addition to those that the encoder writes. All other fields
 * belong to an application or another API, and are rejected: "messages.1.reasoning_details: Extra inputs are not
 * permitted" (400, RooCodeInc/Roo-Code#11429), "tool_use.text: Extra inputs are not permitted"
 * (anthropics/claude-code#4378). A response that was stored whole has many of them. Blocks of unknown types are sent
 * back unchanged.
 *
 * Source: types of @anthropic-ai/sdk 1.14.0 (`MessageParam`, `ContentBlockParam`, `BetaSystemMessageParam`: `output_config` and
 * `clear_at` of a system message). Read on 2026-11-29.
 */
const wireFields: readonly string[] = [
  'output_config',
  'clear_at',
  'citations',
  'caller',
  'title',
  'context',
  'toolset_name',
  'cache_reference',
]
