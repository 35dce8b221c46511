import type { UnknownRecord } from '../guards.ts'
import { resolveReference } from './references.ts'
import { mapSchemas, visitSchemas } from './visit-schemas.ts'

/** Keywords that name a schema, so that a reference may mean it by another way than its place. */
const names: readonly string[] = ['$id', 'id', '$anchor', '$dynamicAnchor']

/**
 * Returns a function that says whether a reference in a schema surely points to nothing. One in a schema with named schemas inside
 * may mean one of these. Their names are looked for once, however many references there are.
 *
 * Source: JSON Schema 2020-12, section 8.2 (`$id` changes what pointers inside are relative to).
 */
export function danglingIn(root: UnknownRecord): (reference: unknown) => boolean {
  let hasNames: boolean | undefined
  // The id of the whole schema matters only to references that begin with it.
  const ids = [root['$id'], root['id']].filter((id) => typeof id === 'string')
  return (reference) => {
    if (typeof reference !== 'string' || resolveReference(root, reference) !== undefined) return false
    hasNames ??= isNamedInside(root)
    return !hasNames && !ids.some((id) => reference.startsWith(id))
  }
}

function isNamedInside(root: UnknownRecord): boolean {
  let isNamed = false
  visitSchemas(root, '', ({ value }) => {
    isNamed ||= names.some((name) => typeof value[name] === 'string' && !(value === root && /id$/.test(name)))
  })
  return isNamed
}

/** Returns a schema without the references in it that point to nothing; the same object if there is none. */
export function withoutDangling(schema: UnknownRecord): UnknownRecord {
  const isDangling = danglingIn(schema)
  return mapSchemas(schema, (one) => {
    if (!isDangling(one['$ref'])) return one
    const { $ref: _, ...others } = one
    return others
  })
}
