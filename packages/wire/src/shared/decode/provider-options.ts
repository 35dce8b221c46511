import type { JsonValue, ProviderOptions } from '@lamella/core'

/** Returns `{ providerOptions: { [provider]: fields } }` with the fields that are set, or nothing if none is. */
export function providerOptionsOf(
  provider: string,
  fields: { readonly [field: string]: unknown },
): { readonly providerOptions?: ProviderOptions } {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (set.length === 0) return {}
  return { providerOptions: { [provider]: Object.fromEntries(set) as Record<string, JsonValue> } }
}
