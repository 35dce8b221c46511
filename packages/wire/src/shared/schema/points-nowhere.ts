import type { UnknownRecord } from '../guards.ts'
import { resolveReference } from './references.ts'
import { mapSchemas, visitSchemas } from './visit-schemas.ts'

/** Keywords that name a schema, so that a reference may mean it by another way than its place. */
const names: readonly string[] = ['$id', 'id', '$anchor', '$dynamicAnchor']

/**
 * Whether a reference surely points to nothing. One in a schema with named schemas inside may mean one of these.
 *
 * Source: JSON Schema 2020-12, section 8.2 (`$id` changes what pointers inside are relative to).
 */
export function pointsNowhere(root: UnknownRecord, reference: unknown): boolean {
  if (typeof reference !== 'string' || resolveReference(root, reference) !== undefined) return false
  let hasNames = false
  visitSchemas(root, '', ({ value }) => {
    const own = names.filter((name) => typeof value[name] === 'string')
    // The name of the whole schema matters only to references that begin with it.
    const isOfWhole = value === root && own.every((name) => /id$/.test(name) && !reference.startsWith(`${value[name]}`))
    hasNames ||= own.length > 0 && !isOfWhole
  })
  return !hasNames
}

/** Returns a schema without the references in it that point to nothing; the same object if there is none. */
export function withoutDangling(schema: UnknownRecord): UnknownRecord {
  return mapSchemas(schema, (one) => {
    if (!pointsNowhere(schema, one['$ref'])) return one
    const { $ref: _, ...others } = one
    return others
  })
}
