import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import type { ExtraFields } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { sortFields } from '../../shared/unknown-fields.ts'
import type { GeminiFields } from '../provider-fields.ts'
import { isDataField, isPartField } from '../wire-fields.ts'
import { extraFields } from './fields.ts'

/** The provider options that hold the fields that are set, or nothing if none is. */
export function optionsOf(fields: { readonly [Field in keyof GeminiFields]: GeminiFields[Field] | undefined }): {
  readonly providerOptions?: ProviderOptions
} {
  return providerOptionsOf('google', fields)
}

/** Fields that no canonical part has a place for: those that the API takes, and others. */
export type RestFields = { readonly [Field in 'extra' | 'unknownFields']: ExtraFields | undefined }

/** What is left of a part, or of a content, which has no field of the kind. */
export function restOf(record: UnknownRecord, known: readonly string[]): RestFields {
  const { known: extra, unknown } = sortFields(extraFields(record, known), isPartField)
  return { extra, unknownFields: unknown }
}

/** The same with what is left of the data in it, under the name of its kind. */
export function withDataRest(
  rest: RestFields,
  kind: string,
  data: UnknownRecord,
  known: readonly string[],
): RestFields {
  const { known: extra, unknown } = sortFields(extraFields(data, known), isDataField)
  return {
    extra: extra === undefined ? rest.extra : { ...rest.extra, [kind]: { ...extra } },
    unknownFields: unknown === undefined ? rest.unknownFields : { ...rest.unknownFields, [kind]: { ...unknown } },
  }
}
