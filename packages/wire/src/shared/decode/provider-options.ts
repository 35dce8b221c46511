import type { JsonValue, ProviderOptions } from '@lamella/core'
import { defined } from '../defined.ts'

/** Returns `{ providerOptions: { [provider]: fields } }` with the fields that are set, or nothing if none is. */
export function providerOptionsOf(
  provider: string,
  fields: { readonly [field: string]: unknown },
): { readonly providerOptions?: ProviderOptions } {
  const set = defined(fields)
  return Object.keys(set).length === 0 ? {} : { providerOptions: { [provider]: set as Record<string, JsonValue> } }
}
