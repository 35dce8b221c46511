import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { camelOf } from '../part-kinds.ts'

/** 64-bit numbers are strings in this form of JSON. */
const counts: readonly string[] = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']

/**
 * Converts the `parameters` of a function to a JSON Schema: types in lower case, null as a type, counts as numbers.
 * Keeps fields that belong to neither OpenAPI nor JSON Schema.
 */
export function fromOpenApi(schema: unknown): UnknownRecord {
  if (!isRecord(schema)) return {}
  const read: [string, unknown][] = []
  for (const [name, value] of Object.entries(schema)) {
    const key = camelOf(name)
    if (key === 'nullable' || (key === 'format' && value === 'enum')) continue
    read.push([key, readField(key, value, schema)])
  }
  const json = Object.fromEntries(read)
  return schema['nullable'] === true ? orNull(json) : json
}

function readField(key: string, value: unknown, schema: UnknownRecord): unknown {
  if (key === 'type') return typeName(value)?.toLowerCase() ?? value
  if (key === 'items') return fromOpenApi(value)
  if (key === 'anyOf' && Array.isArray(value)) return value.map(fromOpenApi)
  if (key === 'properties' && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fromOpenApi(one)]))
  }
  if (counts.includes(key) && typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  return key === 'enum' && Array.isArray(value) ? value.map((one) => typedValue(one, schema['type'])) : value
}

/** Enum values are strings, whatever the type. */
function typedValue(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value
  switch (typeName(type)) {
    case 'INTEGER':
    case 'NUMBER':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
    case 'BOOLEAN':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}

function orNull(schema: UnknownRecord): UnknownRecord {
  const { type, anyOf } = schema
  const values = Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}
  if (typeof type === 'string') return { ...schema, type: [type, 'null'], ...values }
  return Array.isArray(anyOf) ? { ...schema, anyOf: [...anyOf, { type: 'null' }] } : schema
}

// By number. Source: google.ai.generativelanguage.v1beta, enum Type; ProtoJSON accepts either form, and recorded
// requests have both.
const names: readonly string[] = [
  'TYPE_UNSPECIFIED',
  'STRING',
  'NUMBER',
  'INTEGER',
  'BOOLEAN',
  'ARRAY',
  'OBJECT',
  'NULL',
]

/** Returns the type of an OpenAPI schema in upper case, whether it is given by name or by number. */
export function typeName(type: unknown): string | undefined {
  if (typeof type === 'string') return type.toUpperCase()
  return typeof type === 'number' ? names[type] : undefined
}
