import { decodeUri } from '../data-url.ts'
import { isRecord, type UnknownRecord } from '../guards.ts'

/**
 * Resolves a reference within a schema, such as `#/$defs/City`; returns `undefined` for one that points outside the
 * schema or to nothing. Source: RFC 6901 (JSON Pointer, section 6: as a fragment of a URI).
 */
export function resolveReference(root: UnknownRecord, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined
  const pointer = decodeUri(reference.slice(1))
  if (pointer === '') return root
  if (pointer?.startsWith('/') !== true) return undefined
  let value: unknown = root
  for (const token of pointer.slice(1).split('/')) {
    const key = unescaped(token)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as UnknownRecord)[key]
  }
  return isRecord(value) || typeof value === 'boolean' ? value : undefined
}

/**
 * Replaces a reference at the top level with the schema that it points to, since APIs look for `type` and `properties` there.
 * The same object if there is none, or if it points outside the schema or to nothing.
 */
export function inlinedTop(schema: UnknownRecord): UnknownRecord {
  let top = schema
  const seen = new Set<unknown>([schema])
  while (Object.hasOwn(top, '$ref')) {
    const { $ref, ...siblings } = top
    const target = resolveReference(schema, $ref)
    if (!isRecord(target) || seen.has(target)) return top
    seen.add(target)
    const isClear = Object.keys(siblings).every((key) => annotations.includes(key) || !Object.hasOwn(target, key))
    const { allOf } = siblings
    const both = (): UnknownRecord => ({ ...siblings, allOf: [...(Array.isArray(allOf) ? allOf : []), target] })
    top = isClear ? { ...target, ...siblings } : both()
  }
  return top
}

/** Keywords of which that next to a reference counts. */
const annotations: readonly string[] = [
  'type',
  'title',
  'description',
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
]

/** Returns the key of a step of a pointer. */
export function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Keywords whose value is one schema, a list of schemas, and schemas by name. */
export const schemaIn: readonly string[] = [
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'contentSchema',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]
export const schemasIn: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
export const schemaMapIn: readonly string[] = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]
