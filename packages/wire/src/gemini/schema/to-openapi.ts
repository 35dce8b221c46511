import { defined } from '../../shared/defined.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { mergeNode } from './merge.ts'
import {
  aboutFields,
  countFields,
  enumField,
  formatField,
  knownKeywords,
  limitFields,
  textField,
  typesOf,
  valuesOf,
} from './openapi-fields.ts'

/** A few definitions that refer to each other could grow without limit. */
const maxNodes = 5_000
const maxDepth = 60

interface Conversion {
  readonly root: UnknownRecord
  readonly changes: Set<string>
  /** The path of nodes being written, from the top down. */
  readonly open: unknown[]
  depth: number
  nodes: number
}

/**
 * Converts a JSON Schema to what `parameters` accepts: a subset of OpenAPI 3.0 in which any other field is rejected
 * ("Unknown name ... Cannot find field", pydantic/pydantic-ai#1598) and a type is never a list ("Proto field is not
 * repeating, cannot start list", brightwave-inc/tidebreak#1516). Returns `undefined` for a function without parameters.
 *
 * References are inlined, and loops become an object; `oneOf` becomes `anyOf`, `allOf` one object, `const` an enum with
 * one value, and null `nullable`. Source: types of @google/genai, `Schema`.
 */
export function toOpenApi(schema: UnknownRecord): {
  readonly schema: UnknownRecord | undefined
  readonly changes: ReadonlySet<string>
} {
  const work: Conversion = { root: schema, changes: new Set(), open: [], depth: 0, nodes: 0 }
  const whole = convert(work, schema)
  const converted = whole['type'] === 'OBJECT' ? whole : oneObject(work, whole)
  return { schema: converted['properties'] === undefined ? undefined : converted, changes: work.changes }
}

/**
 * Makes the top level an object: alternatives become one object with the properties of all, requiring those that all
 * require.
 */
function oneObject({ changes }: Conversion, { anyOf, type, nullable, ...about }: UnknownRecord): UnknownRecord {
  changes.add('a top-level object')
  const branches = (Array.isArray(anyOf) ? anyOf : []).filter((one) => isRecord(one['properties'])) as UnknownRecord[]
  const entries = branches.toReversed().flatMap((one) => Object.entries(one['properties'] as UnknownRecord))
  if (entries.length === 0) return {}
  const properties = Object.fromEntries(entries)
  const lists = branches.map(({ required }) => (Array.isArray(required) ? required : []))
  const required = lists[0]?.filter((key) => lists.every((list) => list.includes(key))) ?? []
  return { type: 'OBJECT', properties, ...(required.length > 0 && { required }), ...about }
}

function convert(work: Conversion, node: unknown): UnknownRecord {
  if (!isRecord(node)) return anything(work)
  const isEndless = ++work.nodes > maxNodes || work.depth > maxDepth || work.open.includes(node)
  const merged = isEndless ? undefined : mergeNode(work.root, node, work.open, work.changes)
  if (merged === undefined) {
    work.changes.add('an object in place of endless nesting')
    return { type: 'OBJECT' }
  }
  const before = work.open.length
  for (const part of [node, ...merged.parts]) work.open.push(part)
  work.depth++
  const converted = convertMerged(work, merged.node)
  work.depth--
  work.open.length = before
  return converted
}

function convertMerged(work: Conversion, node: UnknownRecord): UnknownRecord {
  for (const key of Object.keys(node)) if (!knownKeywords.includes(key)) work.changes.add(`${key} removed`)
  const about = aboutFields(node)
  const { types, nullable } = typesOf(node)
  const branches = branchesOf(work, node)
  if (branches !== undefined) {
    const others = branches.filter((branch) => !isNull(branch))
    return described(work, unionOf(work, others), nullable || others.length < branches.length, about)
  }
  if (types.length > 1) {
    work.changes.add('anyOf for multiple types')
    if (valuesOf(node) !== undefined) work.changes.add('enum for multiple types removed')
    const each = types.map((type) => ofType(work, { ...node, enum: undefined, const: undefined }, type))
    return described(work, { anyOf: each }, nullable, about)
  }
  const [type] = types
  const written = type !== undefined ? ofType(work, node, type) : nullable ? { type: 'STRING' } : anything(work)
  return described(work, written, nullable, about)
}

/** Describes a schema. A choice is described by its first alternative, except for the top level, which is none in the end. */
function described(work: Conversion, schema: UnknownRecord, isNullable: boolean, about: UnknownRecord): UnknownRecord {
  const whole = describe(schema, isNullable, about)
  const written = work.depth === 1 ? whole : inFirst(whole)
  if (written !== whole) work.changes.add('what describes alternatives inside of the first')
  return written
}

/**
 * Puts everything next to `anyOf` into its first alternative: "When using any_of, it must be the only field set" (400 of
 * Vertex, langchain-ai/langchain-google#1216, anomalyco/opencode#15795).
 */
function inFirst(schema: UnknownRecord): UnknownRecord {
  const { anyOf, nullable, title, description, default: usual } = schema
  if (!Array.isArray(anyOf) || Object.keys(schema).length === 1) return schema
  const [first, ...rest] = anyOf as UnknownRecord[]
  const texts = [description, first?.['description']].filter((text) => text !== undefined)
  const own = defined({ title, default: usual, ...first, ...(texts.length > 0 && { description: texts.join(' ') }) })
  return { anyOf: [inFirst(describe(own, nullable === true, {})), ...rest] }
}

/** Puts descriptive fields last, in a fixed order, even if a schema replaces the one around it. */
function describe(schema: UnknownRecord, isNullable: boolean, about: UnknownRecord): UnknownRecord {
  const { nullable, title, description, default: usual, ...written } = schema
  const own = aboutFields({ title, description, default: usual, ...about })
  return { ...written, ...((isNullable || nullable === true) && { nullable: true }), ...own }
}

function branchesOf({ changes }: Conversion, { anyOf, oneOf }: UnknownRecord): readonly unknown[] | undefined {
  if (Array.isArray(anyOf) && anyOf.length > 0) return anyOf
  if (!Array.isArray(oneOf) || oneOf.length === 0) return undefined
  changes.add('anyOf for oneOf')
  return oneOf
}

function unionOf(work: Conversion, branches: readonly unknown[]): UnknownRecord {
  const converted = branches.map((branch) => convert(work, branch))
  const [only] = converted
  return only === undefined ? { type: 'STRING' } : converted.length === 1 ? only : { anyOf: converted }
}

function ofType(work: Conversion, node: UnknownRecord, type: string): UnknownRecord {
  const { changes } = work
  const wire = { type: type.toUpperCase() }
  if (type === 'object') return { ...wire, ...objectFields(work, node) }
  if (type === 'array') return { ...wire, items: itemsOf(work, node), ...countFields(node, ['minItems', 'maxItems']) }
  const values = enumField(changes, node, type)
  const format = Object.hasOwn(values, 'format') ? {} : formatField(changes, node, type)
  if (type === 'boolean') return { ...wire, ...values }
  if (type !== 'string') return { ...wire, ...format, ...limitFields(changes, node, type), ...values }
  return {
    ...wire,
    ...format,
    ...textField(node, 'pattern'),
    ...countFields(node, ['minLength', 'maxLength']),
    ...values,
  }
}

/** An object without properties omits the field: "should be non-empty for OBJECT type" (GE-SCHEMA). */
function objectFields(work: Conversion, node: UnknownRecord): UnknownRecord {
  const entries = Object.entries(isRecord(node['properties']) ? node['properties'] : {})
  const properties = entries.map(([key, one]) => [key, convert(work, one)])
  return {
    ...(entries.length > 0 && { properties: Object.fromEntries(properties) }),
    ...keysField(node, 'required', entries),
    ...keysField(node, 'propertyOrdering', entries),
    ...countFields(node, ['minProperties', 'maxProperties']),
  }
}

/** A list of keys, limited to those that exist. */
function keysField(
  node: UnknownRecord,
  field: string,
  entries: readonly (readonly [string, unknown])[],
): UnknownRecord {
  const list = node[field]
  const names = new Set<unknown>(entries.map(([key]) => key))
  const keys = Array.isArray(list) ? [...new Set(list)].filter((key) => names.has(key)) : []
  return keys.length > 0 ? { [field]: keys } : {}
}

/** Items are required: "items: missing field" (cline/cline#7339). A tuple becomes a list of any of its item types. */
function itemsOf(work: Conversion, { items, prefixItems }: UnknownRecord): UnknownRecord {
  const positions = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined
  if (positions === undefined) return convert(work, items)
  work.changes.add('array items in any order')
  return positions.length === 0 ? anything(work) : unionOf(work, positions)
}

/** Newer models reject schemas without any type ("TYPE_UNSPECIFIED", UKGovernmentBEIS/inspect_ai#3097). */
function anything({ changes }: Conversion): UnknownRecord {
  changes.add('all types where none is given')
  return { anyOf: [{ type: 'STRING', nullable: true }, { type: 'NUMBER' }, { type: 'BOOLEAN' }, { type: 'OBJECT' }] }
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === 'null'
}
