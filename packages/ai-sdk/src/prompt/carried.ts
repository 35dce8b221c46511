import type { JsonValue, ProviderOptions, TextPart } from '@lamella/core'
import { plainValue } from '@lamella/core/adapter'

/** The key of the provider options that hold a part for which the canonical message has no form. */
const own = 'ai-sdk'

/**
 * Returns a text that stands for a part that only the AI SDK knows: content of one provider, a file by reference. The part
 * goes into the session with it and comes out unchanged.
 */
export function carried(part: { readonly type: string; readonly providerOptions?: ProviderOptions }): TextPart {
  return {
    type: 'text',
    text: `[${part.type}]`,
    providerOptions: { [own]: { part: plainValue(part) as JsonValue } },
  }
}

/** Returns the part that a text stands for; `undefined` for any other part. */
export function carriedPart({
  providerOptions,
}: {
  readonly providerOptions?: ProviderOptions | undefined
}): { readonly type: string } | undefined {
  return providerOptions?.[own]?.['part'] as { readonly type: string } | undefined
}
