import type { JsonSchema, ToolDefinition } from '@lamella/core'
import type { EntryField, FieldSchema, FieldType, ItemSchema, LogEntrySchema } from '../schema/block-schema.ts'
import type { BlockTool, ParameterName, ToolTarget } from './block-tools.ts'

/** The definition of a tool for what it can be used on. @param hasClock Whether entries of logs get their time by themselves. */
export function definitionOf(
  { name, description, fieldTypes, parameters }: BlockTool,
  targets: readonly ToolTarget[],
  hasClock: boolean,
): ToolDefinition {
  const sections = [...new Set(targets.flatMap(({ section }) => section ?? []))]
  const fields = [...new Set(targets.flatMap((target) => target.fields.map((field) => field.name)))]
  const properties: Record<string, JsonSchema> = {
    label: labelSchema([...new Set(targets.map(({ block }) => block.name))]),
    ...(sections.length === 0 ? {} : { section: oneOf(sections, sectionsText(targets)) }),
    ...(fieldTypes === undefined ? {} : { field: oneOf(fields, 'The field.') }),
  }
  for (const parameter of parameters) properties[parameter] = parameterSchema(parameter, targets, hasClock)
  const required = Object.keys(properties).filter((key) => {
    return key !== 'section' || targets.every(({ section }) => section !== undefined)
  })
  return { name, description, inputSchema: objectOf(properties, required) }
}

/** An object with these properties and no others. */
export function objectOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** A text that is one of these. */
function oneOf(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description }
}

/** Which block a tool is for. */
export function labelSchema(names: readonly string[]): JsonSchema {
  const isShared = names.some((name) => name.includes('@'))
  return oneOf(names, isShared ? 'The block. One that another agent shares is called label@agent.' : 'The block.')
}

function sectionsText(targets: readonly ToolTarget[]): string {
  const byBlock = new Map<string, string[]>()
  for (const { block, section } of targets) {
    if (section === undefined) continue
    byBlock.set(block.name, [...(byBlock.get(block.name) ?? []), section])
  }
  const told = [...byBlock].map(([name, sections]) => `${name}: ${sections.join(', ')}`)
  return `The section, for blocks that have some. ${told.join('; ')}.`
}

/** The parameters whose schema does not depend on the blocks. */
const fixed: Readonly<Partial<Record<ParameterName, JsonSchema>>> = {
  text: { type: 'string', description: 'What is added.' },
  old: { type: 'string', description: 'What is replaced, word for word.' },
  new: { type: 'string', description: 'What comes in its place. Empty: nothing.' },
  by: { type: 'integer', description: 'What is added.' },
  number: { type: 'integer', minimum: 1, description: 'Which item, counted from 1.' },
}

function parameterSchema(name: ParameterName, targets: readonly ToolTarget[], hasClock: boolean): JsonSchema {
  const known = fixed[name]
  if (known !== undefined) return known
  if (name === 'value') {
    const schemas = targets.flatMap(({ fields }) => fields.map(({ type }) => types[type]))
    return { ...anyOf(schemas), description: 'The new value, of the type of the field.' }
  }
  const parts = targets.flatMap(({ part }) => {
    if (part.type === 'list') return [itemSchema(part.item)]
    return part.type === 'log' ? [entrySchema(part.entry, hasClock)] : []
  })
  return { ...anyOf(parts), description: `The ${name}.` }
}

function entrySchema({ timestamp, fields }: LogEntrySchema, hasClock: boolean): JsonSchema {
  const when: readonly EntryField[] =
    timestamp === true && !hasClock ? [{ name: 'timestamp', type: 'timestamp', required: true }] : []
  return fieldsSchema([...when, ...fields])
}

function itemSchema(item: ItemSchema | undefined): JsonSchema {
  if (item === undefined) return {}
  return item.type === 'text' ? { type: 'string' } : fieldsSchema(item.fields)
}

function fieldsSchema(fields: readonly EntryField[]): JsonSchema {
  // Of entries, since a field may be called __proto__.
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]))
  return objectOf(
    properties,
    fields.flatMap(({ name, required }) => (required === true ? [name] : [])),
  )
}

function fieldSchema({ type, description }: FieldSchema | EntryField): JsonSchema {
  return description === undefined ? types[type] : { ...types[type], description }
}

const types: Readonly<Record<FieldType, JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamp: { type: 'string', description: 'An ISO 8601 day, or an instant with Z or an offset.' },
  counter: { type: 'integer' },
  list: { type: 'array', items: {} },
}

/** One schema for all: nothing is said where any value does. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const [first = {}] = different
  if (different.length <= 1) return first
  return different.some((schema) => Object.keys(schema).length === 0) ? {} : { anyOf: different }
}
