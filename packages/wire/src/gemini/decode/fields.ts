import { type ExtraFields, refuse } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { camelOf, snakeOf } from '../part-kinds.ts'

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

/** Returns a field's value if it is a string. */
export function textOf(record: UnknownRecord, name: string): string | undefined {
  const value = field(record, name)
  return typeof value === 'string' ? value : undefined
}
