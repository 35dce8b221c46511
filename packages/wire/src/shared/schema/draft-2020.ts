import { isRecord, type UnknownRecord } from '../guards.ts'
import {
  danglingIn,
  schemaIn,
  schemaMapIn,
  schemasIn,
  unescaped,
  visitSchemas,
  withoutDangling,
  writeInside,
} from './visit-schemas.ts'

/** A schema in sent form, and the keywords that changed. */
export interface ModernSchema {
  readonly schema: UnknownRecord
  readonly changed: ReadonlySet<string>
}

type Test = (value: unknown) => boolean

const types: readonly unknown[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']
const isText: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => typeof value === 'number'
const isFlag: Test = (value) => typeof value === 'boolean'
const isCount: Test = (value) => Number.isInteger(value) && Number(value) >= 0
const isSchema: Test = (value) => isRecord(value) || isFlag(value)
const isMap: Test = (value) => isRecord(value) && Object.values(value).every(isSchema)
const isSchemas: Test = (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isNames: Test = (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length
const isType: Test = (value) =>
  Array.isArray(value)
    ? value.length > 0 && value.every((one) => types.includes(one)) && new Set(value).size === value.length
    : types.includes(value)

/** Returns the same test for each of several keywords. */
function each(names: readonly string[], test: Test): [string, Test][] {
  return names.map((name) => [name, test])
}

const anchor = /^[A-Za-z_][-A-Za-z0-9._]*$/

/**
 * The values that each keyword may have. Source: the meta-schema of JSON Schema 2020-12
 * (https://json-schema.org/draft/2020-12/schema and its vocabularies, read in November 2026).
 */
const keywords: ReadonlyMap<string, Test> = new Map([
  ...each(schemaMapIn, isMap),
  ...each(schemasIn, isSchemas),
  // After the lists, because `items` is no list in this draft.
  ...each(schemaIn, isSchema),
  ...each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], isNumber),
  ...each(
    ['Length', 'Items', 'Properties', 'Contains'].flatMap((of) => [`min${of}`, `max${of}`]),
    isCount,
  ),
  ...each(['title', 'description', '$comment', '$ref', '$schema', '$dynamicRef', '$recursiveRef'], isText),
  ...each(['contentEncoding', 'contentMediaType', 'format', 'pattern'], isText),
  ...each(['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'], isFlag),
  ...each(['enum', 'examples'], Array.isArray),
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ['required', isNames],
  ['dependentRequired', (value) => isRecord(value) && Object.values(value).every(isNames)],
  ['type', isType],
  ['$id', (value) => isText(value) && /^[^#]*#?$/.test(value as string)],
  ...each(['$anchor', '$dynamicAnchor', '$recursiveAnchor'], (value) => isText(value) && anchor.test(value as string)),
])

/** The dialects of older drafts; Claude accepts the later ones (R: recorded requests with draft-07). */
const oldDialect = /^https?:\/\/json-schema\.org\/draft-0[1-6]\//

/** Reports every keyword of a schema whose value is not of JSON Schema 2020-12, and references to nothing. */
export function findOldKeywords(schema: unknown, path: string, report: (path: string, problem: string) => void): void {
  const isDangling = isRecord(schema) ? danglingIn(schema) : () => false
  visitSchemas(schema, path, ({ value: one, path: place }) => {
    for (const [key, value] of Object.entries(one)) {
      if (!isValid(key, value)) report(`${place}.${key}`, 'is not of JSON Schema 2020-12')
      else if (key === '$ref' && isDangling(value)) report(`${place}.$ref`, 'points to nothing')
    }
  })
}

function isValid(key: string, value: unknown): boolean {
  if (value === undefined) return true // JSON has no such field.
  if (key === '$schema' && typeof value === 'string' && oldDialect.test(value)) return false
  return keywords.get(key)?.(value) ?? true
}

/**
 * Converts a schema of an older draft to JSON Schema 2020-12; returns the same object if nothing has to change. What no
 * draft allows is removed, which only widens what the schema accepts.
 *
 * Source: "JSON schema is invalid. It must match JSON Schema draft 2020-12" (400, Dokploy/mcp#74,
 * anomalyco/opencode#39118, #39120), "Error resolving schema reference '#/definitions/_gen:tags': PointerToNowhere" (400,
 * BerriAI/litellm#26692; open-webui/computer#87); https://json-schema.org/understanding-json-schema/reference (changes by draft).
 */
export function toDraft2020(schema: UnknownRecord): ModernSchema {
  const changed = new Set<string>()
  const whole = modern(schema, { root: schema, changed })
  // At the end, when names and schemas that references may mean are gone if they are not valid.
  const written = withoutDangling(whole)
  if (written !== whole) changed.add('$ref to nothing')
  return { schema: changed.size === 0 ? schema : written, changed }
}

interface Work {
  readonly root: UnknownRecord
  readonly changed: Set<string>
}

function modern(schema: UnknownRecord, work: Work): UnknownRecord {
  const written = new Map<string, unknown>()
  const write = (one: unknown): unknown => (isRecord(one) ? modern(one, work) : one)
  for (const [key, value] of Object.entries(inCurrentWords(schema, work))) {
    const isUsed = isValid(key, value)
    if (!isUsed) work.changed.add(key)
    const usable = isUsed ? value : usableIn(key, value)
    if (isUsed || usable !== undefined) written.set(key, writeInside(key, usable, write))
  }
  return Object.fromEntries(written)
}

/** Returns what is left of a value that the keyword may not have. */
function usableIn(key: string, value: unknown): unknown {
  const test = keywords.get(key)
  let usable: unknown
  if (Array.isArray(value)) {
    usable = [...new Set(value)].filter((one) => (schemasIn.includes(key) ? isSchema(one) : test?.([one])))
  } else if (isRecord(value)) {
    usable = Object.fromEntries(Object.entries(value).filter(([, one]) => test?.({ key: one })))
  }
  return usable !== undefined && isValid(key, usable) ? usable : undefined
}

/** Returns one schema with the words of 2020-12 for the same requirements. */
function inCurrentWords(schema: UnknownRecord, work: Work): UnknownRecord {
  const written: { [key: string]: unknown } = { ...schema }
  const change = (key: string, edit: () => void): void => {
    work.changed.add(key)
    edit()
  }
  for (const [limit, exclusive] of limits) {
    if (typeof schema[exclusive] !== 'boolean') continue
    change(exclusive, () => {
      delete written[exclusive]
      if (schema[exclusive] === true && isNumber(schema[limit])) {
        written[exclusive] = schema[limit]
        delete written[limit]
      }
    })
  }
  if (Array.isArray(schema['items'])) {
    change('items', () => {
      delete written['items']
      delete written['additionalItems']
      if (Array.isArray(schema['items']) && schema['items'].length > 0) written['prefixItems'] = schema['items']
      if (schema['additionalItems'] !== undefined) written['items'] = schema['additionalItems']
    })
  }
  const { id, $id = id, dependencies } = schema
  if (typeof $id === 'string' && /^#./.test($id)) {
    change('$id', () => {
      delete written['$id']
      delete written['id']
      written['$anchor'] = $id.slice(1)
    })
  }
  if (isRecord(dependencies)) {
    change('dependencies', () => {
      delete written['dependencies']
      for (const [key, test] of dependents) {
        const found = Object.entries(dependencies).filter(([, one]) => test(one))
        if (found.length > 0) written[key] = { ...(schema[key] as object), ...Object.fromEntries(found) }
      }
    })
  }
  // In draft 3, each field says itself whether it is required; the flag is then removed as an invalid value.
  const { properties, required } = schema
  const fields = isRecord(properties) ? properties : {}
  const flagged = Object.keys(fields).filter((name) => Object(fields[name]).required === true)
  if (flagged.length > 0)
    change('required', () => {
      written['required'] = [...new Set([...(Array.isArray(required) ? required : []), ...flagged])]
    })
  const { type } = schema
  const lower = Array.isArray(type) ? type.map(inLowercase) : inLowercase(type)
  if (isValid('type', lower) && !isValid('type', type))
    change('type', () => {
      written['type'] = lower
    })
  // Draft 2019-09 has `$recursiveRef`.
  const { $recursiveRef, $ref } = schema
  const moved = movedReference(work.root, $ref ?? $recursiveRef)
  if (moved !== $ref)
    change('$ref', () => {
      delete written['$recursiveRef']
      written['$ref'] = moved
    })
  return written
}

/** Google's form of OpenAPI writes types in capitals. */
function inLowercase(type: unknown): unknown {
  return typeof type === 'string' ? type.toLowerCase() : type
}

/** A limit, and the keyword that excludes it: a boolean in draft 4, a number since. */
const limits: readonly (readonly [limit: string, exclusive: string])[] = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
]

const dependents: readonly (readonly [string, Test])[] = [
  ['dependentRequired', Array.isArray],
  ['dependentSchemas', isSchema],
]

/** Rewrites a pointer through a list under `items`, or `additionalItems` next to one. */
function movedReference(root: UnknownRecord, reference: unknown): unknown {
  if (typeof reference !== 'string' || !/\/(?:items|additionalItems|dependencies)\//.test(`${reference}/`))
    return reference
  let at: unknown = root
  const written = reference
    .slice(2)
    .split('/')
    .map((token) => {
      const above = at
      const key = unescaped(token)
      at = Object.hasOwn(Object(above), key) ? (above as UnknownRecord)[key] : undefined
      if (!isRecord(above)) return token
      if (key === 'items' && Array.isArray(above['items'])) return 'prefixItems'
      if (key === 'additionalItems' && Array.isArray(above['items'])) return 'items'
      return key === 'dependencies' && isRecord(above['dependencies']) ? 'dependentSchemas' : token
    })
  return `#/${written.join('/')}`
}
