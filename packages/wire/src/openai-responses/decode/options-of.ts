import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import type { OpenAIResponsesFields } from '../provider-fields.ts'

/** The provider options that hold the fields that are set, or nothing if none is. */
export function optionsOf(
  fields: { readonly [Field in keyof OpenAIResponsesFields]: OpenAIResponsesFields[Field] | undefined },
): { readonly providerOptions?: ProviderOptions } {
  return providerOptionsOf('openai', fields)
}

/** A text, or nothing for what is none. */
export function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
