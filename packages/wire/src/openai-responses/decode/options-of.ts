import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import { extraOf } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { sortFields } from '../../shared/unknown-fields.ts'
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

/** The fields that no canonical part has a place for: those that the API takes, and others. */
export function restOf(
  record: UnknownRecord,
  known: readonly string[],
  ofWire: readonly string[],
): { readonly [Field in 'itemExtra' | 'unknownFields']: OpenAIResponsesFields[Field] | undefined } {
  const { known: itemExtra, unknown } = sortFields(extraOf(record, known), (name) => ofWire.includes(name))
  return { itemExtra, unknownFields: unknown }
}
