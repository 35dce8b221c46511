import type { JsonSchema } from '@lamella/core'
import type { EntryField, FieldSchema, FieldType, PartSchema } from '../schema/block-schema.ts'

/** The parts of blocks that a tool applies to, as far as a parameter depends on them. */
interface ParameterContext {
  readonly parts: readonly PartSchema[]
  readonly fields: readonly FieldSchema[]
  /** Whether log entries get their timestamp from a clock. */
  readonly hasClock: boolean
}

/** The JSON Schema of a parameter, or a function that derives it from the blocks. */
export type Parameter = JsonSchema | ((context: ParameterContext) => JsonSchema)

/** A value for one of the fields. */
export const fieldValue: Parameter = ({ fields }) => ({
  ...anyOf(fields.map(({ type }) => types[type])),
  description: 'The new value, of the type of the field.',
})

/** An item for one of the lists, or an entry for one of the logs. */
export function addedItem(description: string): Parameter {
  return ({ parts, hasClock }) => ({ ...anyOf(parts.map((part) => itemSchema(part, hasClock))), description })
}

function itemSchema(part: PartSchema, hasClock: boolean): JsonSchema {
  if (part.type === 'log') {
    const { timestamp, fields } = part.entry
    const asksTime = timestamp === true && !hasClock
    return fieldsSchema([
      ...(asksTime ? [{ name: 'timestamp', type: 'timestamp', required: true } as const] : []),
      ...fields,
    ])
  }
  if (part.type !== 'list' || part.item === undefined) return {}
  return part.item.type === 'text' ? { type: 'string' } : fieldsSchema(part.item.fields)
}

function fieldsSchema(fields: readonly EntryField[]): JsonSchema {
  // Built from entries, because a field may be called __proto__.
  const properties = Object.fromEntries(
    fields.map(({ name, type, description }) => [
      name,
      { ...types[type], ...(description !== undefined && { description }) },
    ]),
  )
  const required = fields.flatMap((field) => (field.required === true ? [field.name] : []))
  return { type: 'object', properties, required, additionalProperties: false }
}

const types: Readonly<Record<FieldType, JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamp: { type: 'string', description: 'An ISO 8601 date, or an instant with Z or an offset.' },
  counter: { type: 'integer' },
  list: { type: 'array', items: {} },
}

/** Returns one schema that accepts any value that one of the schemas accepts. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const [first = {}] = different
  if (different.length <= 1) return first
  return different.some((schema) => Object.keys(schema).length === 0) ? {} : { anyOf: different }
}
