import { isRecord } from '../guards.ts'
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

/** Whether a keyword holds schemas by name. */
export function isMapKey(key: string): boolean {
  return schemaMapIn.includes(key) || key === '$defs' || key === 'definitions'
}

function heldBy(key: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return schemasIn.includes(key) ? value.map((one, index) => [`[${index}]`, one]) : []
  if (isMapKey(key) && isRecord(value)) return Object.entries(value).map(([name, one]) => [`.${name}`, one])
  return schemaIn.includes(key) ? [['', value]] : []
}
