import { decodeUri } from '../base64.ts'
import { isRecord, type UnknownRecord } from '../guards.ts'
import type { Placed } from '../rules/rule.ts'

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
