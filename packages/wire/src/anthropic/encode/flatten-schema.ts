import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { AnthropicFunctionTool } from '../types.ts'

type ObjectSchema = AnthropicFunctionTool['input_schema']

/** The words of a JSON Schema for alternatives and for parts, none of which may stand at the top. */
export const unions: readonly string[] = ['oneOf', 'anyOf', 'allOf']

/** So many schemas are looked at; what is deeper inside of alternatives, or points to itself, is taken for anything. */
const most = 200

/** What one schema asks of an object. */
interface Shape {
  /** All schemas of each field. */
  readonly fields: ReadonlyMap<string, readonly unknown[]>
  /** The sets of fields that must be there: one of them is enough. */
  readonly required: readonly (readonly string[])[]
}

const anything: Shape = { fields: new Map(), required: [[]] }

/**
 * One object schema in the place of alternatives: with the fields of all, a field of several schemas as a choice of these,
 * and only what all of them ask for required. What each alternative asks for is told in the description.
 */
export function flattened(schema: UnknownRecord): ObjectSchema {
  const { fields, required } = shapeOf(schema, schema, { left: most })
  const rest = Object.entries(schema).filter(([key]) => !dropped.includes(key))
  const properties = Object.fromEntries([...fields].map(([name, schemas]) => [name, choiceOf(schemas)]))
  const always = required.reduce((common, names) => common.filter((name) => names.includes(name)))
  const told = describe(required, always)
  const description = [schema['description'], told].filter((text) => typeof text === 'string' && text !== '').join(' ')
  return {
    ...Object.fromEntries(rest),
    type: 'object',
    ...(description !== '' && { description }),
    properties,
    ...(always.length > 0 && { required: always }),
  }
}

const dropped: readonly string[] = [...unions, 'type', 'description', 'properties', 'required', '$ref']

function shapeOf(schema: unknown, root: UnknownRecord, budget: { left: number }): Shape {
  if (!isRecord(schema) || budget.left-- <= 0) return anything
  let shape = ownShape(schema)
  const target = targetOf(schema['$ref'], root)
  if (target !== undefined) shape = both(shape, shapeOf(target, root, budget))
  for (const part of listOf(schema['allOf'])) shape = both(shape, shapeOf(part, root, budget))
  for (const union of ['anyOf', 'oneOf']) {
    const branches = listOf(schema[union]).map((branch) => shapeOf(branch, root, budget))
    if (branches.length > 0) shape = both(shape, branches.reduce(either))
  }
  return shape
}

function ownShape({ properties, required }: UnknownRecord): Shape {
  const names = listOf(required).filter((name) => typeof name === 'string')
  const fields = isRecord(properties) ? Object.entries(properties) : []
  return { fields: new Map(fields.map(([name, schema]) => [name, [schema]])), required: [names] }
}

/** What two schemas ask for that both hold. */
function both(one: Shape, other: Shape): Shape {
  const required = one.required.flatMap((first) => other.required.map((second) => [...new Set([...first, ...second])]))
  // More sets than these nobody reads, and they multiply.
  return { fields: merged(one, other), required: required.length > 64 ? [[]] : required }
}

/** What two schemas ask for of which one is enough. */
function either(one: Shape, other: Shape): Shape {
  const required = [...one.required, ...other.required]
  return { fields: merged(one, other), required: required.length > 64 ? [[]] : required }
}

function merged(one: Shape, other: Shape): Shape['fields'] {
  const fields = new Map(one.fields)
  for (const [name, schemas] of other.fields) fields.set(name, [...(fields.get(name) ?? []), ...schemas])
  return fields
}

/** One schema for a field of several: below the top, alternatives are allowed. */
function choiceOf(schemas: readonly unknown[]): unknown {
  const different = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const [first] = different.values()
  return different.size === 1 ? first : { anyOf: [...different.values()] }
}

function describe(required: readonly (readonly string[])[], always: readonly string[]): string {
  const sets = new Set(required.map((names) => names.filter((name) => !always.includes(name)).join(', ')))
  if (sets.has('') || sets.size < 2 || sets.size > 16) return ''
  return `Give one of these sets of fields: ${[...sets].map((names) => `(${names})`).join(' or ')}.`
}

/** What a reference inside of the schema points to. */
function targetOf(ref: unknown, root: UnknownRecord): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined
  let target: unknown = root
  for (const step of ref.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  return target
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
