import { defined } from '../../shared/defined.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'

/** JSON Schema keywords that are converted; all others are dropped and reported. */
export const knownKeywords: readonly string[] = [
  'type',
  'nullable',
  'title',
  'description',
  'default',
  'enum',
  'const',
  'format',
  'properties',
  'required',
  'propertyOrdering',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  '$defs',
  'definitions',
]

const allTypes: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean']

/** Returns the types of a node, declared or inferred from its keywords. */
export function typesOf(node: UnknownRecord): { readonly types: readonly string[]; readonly nullable: boolean } {
  const list = Array.isArray(node['type']) ? node['type'] : [node['type']]
  const named = list.filter((type): type is string => typeof type === 'string').map((type) => type.toLowerCase())
  const values = valuesOf(node) ?? []
  const nullable = named.includes('null') || node['nullable'] === true || (named.length === 0 && values.includes(null))
  const types = [...new Set(named)].filter((type) => allTypes.includes(type))
  if (types.length > 0) return { types, nullable }
  if (isRecord(node['properties'])) return { types: ['object'], nullable }
  if (node['items'] !== undefined || node['prefixItems'] !== undefined) return { types: ['array'], nullable }
  const ofValues = new Set(values.filter((value) => value !== null).map((value) => typeof value))
  const [only] = ofValues
  return { types: ofValues.size === 1 && only !== 'object' ? [only as string] : [], nullable }
}

/** The values allowed by a node's enum or const. */
export function valuesOf(node: UnknownRecord): readonly unknown[] | undefined {
  if (Array.isArray(node['enum'])) return node['enum']
  return node['const'] === undefined ? undefined : [node['const']]
}

/**
 * Returns the values as a field, which can only hold strings: "To define apartment numbers: {type:INTEGER, format:enum,
 * enum:["101", "201", "301"]}" (types of @google/genai, `Schema.enum`).
 */
export function enumField(changes: Set<string>, node: UnknownRecord, type: string): UnknownRecord {
  const given = valuesOf(node)?.filter((value) => value !== null)
  // "enum[3]: cannot be empty" (400, sbroenne/mcp-server-excel#607, lobehub/lobehub#17293)
  const values = given?.filter((value) => value !== '')
  if (values?.length !== given?.length) changes.add('empty enum values removed')
  if (values === undefined || values.length === 0) return {}
  if (Object.hasOwn(node, 'const')) changes.add('const as an enum')
  const fits = (value: unknown): boolean => typeof value === (type === 'integer' ? 'number' : type)
  if (!values.every(fits)) {
    changes.add('enums with values of other types removed')
    return {}
  }
  if (type === 'string') return { enum: values }
  changes.add('enum values as strings')
  return { format: 'enum', enum: values.map(String) }
}

const formats: Readonly<Record<string, readonly unknown[]>> = {
  string: ['enum', 'date-time'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

/**
 * The API rejects other formats: "only 'enum' and 'date-time' are supported for STRING type"
 * (google-gemini/gemini-cli#2141).
 */
export function formatField(changes: Set<string>, { format }: UnknownRecord, type: string): UnknownRecord {
  if (format === undefined) return {}
  if (Object.hasOwn(formats, type) && formats[type]?.includes(format) === true) return { format }
  changes.add('unsupported formats removed')
  return {}
}

export function aboutFields(node: UnknownRecord): UnknownRecord {
  return { ...textField(node, 'title'), ...textField(node, 'description'), ...defined({ default: node['default'] }) }
}

export function textField(node: UnknownRecord, key: string): UnknownRecord {
  return typeof node[key] === 'string' ? { [key]: node[key] } : {}
}

/** Returns the count fields that hold integers. */
export function countFields(node: UnknownRecord, keys: readonly string[]): UnknownRecord {
  const counts = keys.filter((key) => Number.isSafeInteger(node[key]) && (node[key] as number) >= 0)
  return Object.fromEntries(counts.map((key) => [key, node[key]]))
}

/** Returns the limits. An exclusive limit becomes the next integer or, for other numbers, the limit itself. */
export function limitFields(changes: Set<string>, node: UnknownRecord, type: string): UnknownRecord {
  const above = numberOf(node['exclusiveMinimum'])
  const below = numberOf(node['exclusiveMaximum'])
  if (above !== undefined || below !== undefined) changes.add('exclusive limits as minimum and maximum')
  const isWhole = type === 'integer'
  const minimum = numberOf(node['minimum']) ?? (isWhole && above !== undefined ? Math.floor(above) + 1 : above)
  const maximum = numberOf(node['maximum']) ?? (isWhole && below !== undefined ? Math.ceil(below) - 1 : below)
  return defined({ minimum, maximum })
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
