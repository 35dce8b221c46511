import { type ExtraFields, refuse } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { camelOf, snakeOf } from '../part-kinds.ts'

/** A field under its name or its older one, such as `inline_data` for `inlineData`. Null says nothing. */
export function field(record: UnknownRecord, name: string): unknown {
  return record[name] ?? record[snakeOf(name)] ?? undefined
}

/** The fields of a record that are none of the known ones, under whichever name. Null says nothing. */
export function extraFields(record: UnknownRecord, known: readonly string[]): ExtraFields | undefined {
  let extra: [string, unknown][] | undefined
  for (const key of Object.keys(record)) {
    const value = record[key]
    if (value === undefined || value === null || known.includes(key) || known.includes(camelOf(key))) continue
    extra ??= []
    extra.push([key, value])
  }
  // By definition, not by assignment: a field may be called __proto__.
  return extra && (Object.fromEntries(extra) as ExtraFields)
}

/** A list, or the one object that stands for a list of one: the API takes both. */
export function itemsOf(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : refuse(path, 'must be a list')
}

/** The text of a field, if it is one. */
export function textOf(record: UnknownRecord, name: string): string | undefined {
  const value = field(record, name)
  return typeof value === 'string' ? value : undefined
}
