import type { ProviderOptions } from '@lamella/core'
import { extraOf, providerOptionsOf } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { sortFields } from '../../shared/provider-fields.ts'
import type { OpenAIChatFields } from '../fields.ts'

/** Returns provider options with the fields that are set, or nothing if none is. */
export function optionsOf(
  fields: { readonly [Field in keyof OpenAIChatFields]: OpenAIChatFields[Field] | undefined },
): { readonly providerOptions?: ProviderOptions } {
  return providerOptionsOf('openai', fields)
}

/** Returns the fields without a place in canonical parts: those that a server accepts, and others. */
export function restOf(
  record: UnknownRecord,
  known: readonly string[],
  ofWire: readonly string[],
): { readonly [Field in 'extra' | 'unknownFields']: OpenAIChatFields[Field] | undefined } {
  const { known: extra, unknown } = sortFields(extraOf(record, known), (name) => ofWire.includes(name))
  return { extra, unknownFields: unknown }
}
