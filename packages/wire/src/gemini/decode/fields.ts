import type { ProviderOptions } from '@lamella/core'
import { type ExtraFields, providerOptionsOf, type RestFields, refuse, sortFields } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { camelOf, metaFields, snakeOf } from '../part-kinds.ts'
import type { GeminiFields } from '../provider-fields.ts'

/** Returns a field by its name or its snake-case name, such as `inline_data` for `inlineData`. Null counts as absent. */
export function field(record: UnknownRecord, name: string): unknown {
  return record[name] ?? record[snakeOf(name)] ?? undefined
}

/** Returns the unknown fields of a record, under either form of the name. Null counts as absent. */
export function extraFields(record: UnknownRecord, known: readonly string[]): ExtraFields | undefined {
  let extra: [string, unknown][] | undefined
  for (const key of Object.keys(record)) {
    const value = record[key]
    if (value === undefined || value === null || known.includes(key) || known.includes(camelOf(key))) continue
    extra ??= []
    extra.push([key, value])
  }
  // Defined, not assigned: a field may be called __proto__.
  return extra && (Object.fromEntries(extra) as ExtraFields)
}

/** Returns a list, wrapping a single object: the API accepts both. */
export function itemsOf(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : refuse(path, 'must be a list')
}

export function textOf(record: UnknownRecord, name: string): string | undefined {
  const value = field(record, name)
  return typeof value === 'string' ? value : undefined
}

/** Returns provider options with the fields that are set, or nothing if none is. */
export function optionsOf(fields: { readonly [Field in keyof GeminiFields]: GeminiFields[Field] | undefined }): {
  readonly providerOptions?: ProviderOptions
} {
  return providerOptionsOf('google', fields)
}

/** Keeps the remaining fields of a part, or of a content, that has no data field. */
export function restOf(record: UnknownRecord, known: readonly string[]): RestFields {
  // The API rejects others: "Unknown name \"timestamp\" ... Cannot find field." (400).
  return sortFields(extraFields(record, known), (name) => metaFields.includes(camelOf(name)))
}

/** Like `restOf`, including the remaining fields of the part's data, under the name of its kind. */
export function withDataRest(
  rest: RestFields,
  kind: string,
  data: UnknownRecord,
  known: readonly string[],
): RestFields {
  const { extra, unknownFields: unknown } = sortFields(extraFields(data, known), (name) =>
    dataFields.includes(camelOf(name)),
  )
  return {
    extra: extra === undefined ? rest.extra : { ...rest.extra, [kind]: { ...extra } },
    unknownFields: unknown === undefined ? rest.unknownFields : { ...rest.unknownFields, [kind]: { ...unknown } },
  }
}

/** Data fields without a place in canonical parts. Source: types of @google/genai, `Blob`, `FunctionCall` and so on. */
const dataFields: readonly string[] = ['displayName', 'willContinue', 'partialArgs', 'scheduling']
