import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import type { ExtraFields } from '../../shared/decode/read.ts'
import type { GeminiFields } from '../provider-fields.ts'

/** The provider options that hold the fields that are set, or nothing if none is. */
export function optionsOf(fields: { readonly [Field in keyof GeminiFields]: GeminiFields[Field] | undefined }): {
  readonly providerOptions?: ProviderOptions
} {
  return providerOptionsOf('google', fields)
}

/** Extra fields of a part and of the data in it, in one; the latter under the name of their kind. */
export function withNested(
  extra: ExtraFields | undefined,
  kind: string,
  nested: ExtraFields | undefined,
): ExtraFields | undefined {
  return nested === undefined ? extra : { ...extra, [kind]: { ...nested } }
}
