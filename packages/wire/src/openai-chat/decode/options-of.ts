import type { ProviderOptions } from '@lamella/core'
import { extraOf, providerOptionsOf, type RestFields, sortFields } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import type { OpenAIChatFields } from '../fields.ts'

/** Returns provider options with the fields that are set, or nothing if none is. */
export function optionsOf(
  fields: { readonly [Field in keyof OpenAIChatFields]: OpenAIChatFields[Field] | undefined },
): { readonly providerOptions?: ProviderOptions } {
  return providerOptionsOf('openai', fields)
}

/** Returns the fields without a place in canonical parts: those that a server accepts, and others. */
export function restOf(record: UnknownRecord, known: readonly string[], ofWire: readonly string[]): RestFields {
  return sortFields(extraOf(record, known), (name) => ofWire.includes(name))
}
