import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import { extraOf } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { sortFields } from '../../shared/unknown-fields.ts'
import type { AnthropicFields } from '../provider-fields.ts'
import { wireFields } from '../wire-fields.ts'

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
  const { known: extra, unknown: unknownFields } = sortFields(rest, isWire)
  return { cacheControl: control as AnthropicFields['cacheControl'], extra, unknownFields }
}
