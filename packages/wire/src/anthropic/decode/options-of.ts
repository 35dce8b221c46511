import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import { extraOf } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import type { AnthropicFields } from '../provider-fields.ts'

/** The provider options that hold the fields that are set, or nothing if none is. */
export function optionsOf(fields: { readonly [Field in keyof AnthropicFields]: unknown }): {
  readonly providerOptions?: ProviderOptions
} {
  return providerOptionsOf('anthropic', fields)
}

/** The cache mark of a block and the fields that no canonical part has a place for. */
export function restOf(
  record: UnknownRecord,
  known: readonly string[],
): Pick<AnthropicFields, 'cacheControl' | 'extra'> {
  const control = record['cache_control'] ?? undefined
  const extra = extraOf(record, [...known, 'cache_control'])
  return {
    ...(control !== undefined && { cacheControl: control as NonNullable<AnthropicFields['cacheControl']> }),
    ...(extra !== undefined && { extra }),
  }
}
