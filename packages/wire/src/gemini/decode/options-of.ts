import type { ProviderOptions } from '@lamella/core'
import { providerOptionsOf } from '../../shared/decode/provider-options.ts'
import type { ExtraFields } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { sortFields } from '../../shared/unknown-fields.ts'
import type { GeminiFields } from '../provider-fields.ts'
import { isDataField, isPartField } from '../wire-fields.ts'
import { extraFields } from './fields.ts'

/** Returns provider options with the fields that are set, or nothing if none is. */
export function optionsOf(fields: { readonly [Field in keyof GeminiFields]: GeminiFields[Field] | undefined }): {
  readonly providerOptions?: ProviderOptions
} {
  return providerOptionsOf('google', fields)
}

/** Fields without a place in canonical parts: those that the API accepts, and others. */
export type RestFields = { readonly [Field in 'extra' | 'unknownFields']: ExtraFields | undefined }

/** Keeps the remaining fields of a part, or of a content, that has no data field. */
export function restOf(record: UnknownRecord, known: readonly string[]): RestFields {
  const { known: extra, unknown } = sortFields(extraFields(record, known), isPartField)
  return { extra, unknownFields: unknown }
}

/** Like `restOf`, including the remaining fields of the part's data, under the name of its kind. */
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
