import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import type { OpenAIChatFields } from '../provider-fields.ts'

/** The provider options that hold the fields that are set, or nothing if none is. */
export function optionsOf(
  fields: { readonly [Field in keyof OpenAIChatFields]: OpenAIChatFields[Field] | undefined },
): { readonly providerOptions?: ProviderOptions } {
  return providerOptionsOf('openai', fields)
}
