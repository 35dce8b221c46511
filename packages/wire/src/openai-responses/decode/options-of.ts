import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import { extraOf } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { sortFields } from '../../shared/unknown-fields.ts'
import type { OpenAIResponsesFields } from '../provider-fields.ts'

/** Returns provider options with the fields that are set, or nothing if none is. */
export function optionsOf(
  fields: { readonly [Field in keyof OpenAIResponsesFields]: OpenAIResponsesFields[Field] | undefined },
): { readonly providerOptions?: ProviderOptions } {
  return providerOptionsOf('openai', fields)
}

/** Returns a value if it is a string. */
export function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns the fields without a place in canonical parts: those that the API accepts, and others. */
export function restOf(
  record: UnknownRecord,
  known: readonly string[],
  ofWire: readonly string[],
): { readonly [Field in 'itemExtra' | 'unknownFields']: OpenAIResponsesFields[Field] | undefined } {
  const { known: itemExtra, unknown } = sortFields(extraOf(record, known), (name) => ofWire.includes(name))
  return { itemExtra, unknownFields: unknown }
}
