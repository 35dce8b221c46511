import { isRecord, type UnknownRecord } from '../guards.ts'
import type { Placed } from '../rules/read.ts'
import { schemaIn, schemaMapIn, schemasIn } from './references.ts'

/**
 * Visits a schema and all schemas in it, in order and each object once, at any depth: without recursion, which a deep
 * schema would break.
 */
export function visitSchemas(schema: unknown, path: string, see: (schema: Placed) => void): void {
  const seen = new Set<unknown>()
  const left: [unknown, string][] = [[schema, path]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, place] = next
    if (!isRecord(value) || seen.has(value)) continue
    seen.add(value)
    see({ value, path: place })
    const inside = Object.entries(value).flatMap(([key, one]) =>
      heldBy(key, one).map(([end, schemaInside]): [unknown, string] => [schemaInside, `${place}.${key}${end}`]),
    )
    for (const one of inside.reverse()) left.push(one)
  }
}

function heldBy(key: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return schemasIn.includes(key) ? value.map((one, index) => [`[${index}]`, one]) : []
  if (schemaMapIn.includes(key) && isRecord(value)) return Object.entries(value).map(([name, one]) => [`.${name}`, one])
  return schemaIn.includes(key) ? [['', value]] : []
}

/**
 * Returns a schema in which each schema is changed, those inside first; the same object if none is. Its nesting is
 * limited by `cleanJson`.
 */
export function mapSchemas(schema: UnknownRecord, change: (one: UnknownRecord) => UnknownRecord): UnknownRecord {
  const write = (one: unknown): unknown => (isRecord(one) ? mapSchemas(one, change) : one)
  return change(edited(schema, (key, value) => writeInside(key, value, write)))
}

/** Returns the value of a keyword with each schema directly in it written anew; the same value if none changes. */
export function writeInside(key: string, value: unknown, write: (schema: unknown) => unknown): unknown {
  if (Array.isArray(value)) return schemasIn.includes(key) ? kept(value, value.map(write)) : value
  if (schemaMapIn.includes(key) && isRecord(value)) return edited(value, (_, one) => write(one))
  return schemaIn.includes(key) ? write(value) : value
}

function kept(list: readonly unknown[], written: readonly unknown[]): readonly unknown[] {
  return written.every((one, index) => one === list[index]) ? list : written
}

function edited(record: UnknownRecord, write: (key: string, value: unknown) => unknown): UnknownRecord {
  const entries = Object.entries(record).map(([key, value]): [string, unknown] => [key, write(key, value)])
  return entries.every(([key, value]) => value === record[key]) ? record : Object.fromEntries(entries)
}
