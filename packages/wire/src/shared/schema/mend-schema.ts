import { isRecord, listOf, type UnknownRecord } from '../guards.ts'
import { type Ledger, mend } from '../ledger.ts'
import { toDraft2020 } from './draft-2020.ts'
import { inlinedTop, resolveReference, visitSchemas, withoutDangling } from './visit-schemas.ts'

/** Writes a schema of an older draft as JSON Schema 2020-12, and reports the changes. */
export function mendDraft(ledger: Ledger, schema: UnknownRecord): UnknownRecord {
  const { schema: written, changed } = toDraft2020(schema)
  if (changed.size > 0)
    mend(ledger, 'schema', `The schema is written in JSON Schema 2020-12; it differs in ${[...changed].join(', ')}.`)
  return written
}

/**
 * Replaces a reference at the top level with its schema, and alternatives there with one object, and reports both; `refused` are
 * the keywords to replace.
 */
export function mendUnions(
  ledger: Ledger,
  given: UnknownRecord,
  refused: readonly string[],
  namesOf?: SentNames,
): UnknownRecord {
  const schema = inlinedTop(given)
  if (schema === given) return withoutUnions(ledger, schema, refused, namesOf)
  mend(ledger, 'schema', 'The reference at the top level of the schema is replaced with its schema.')
  return withoutUnused(withoutUnions(ledger, schema, refused, namesOf))
}

function withoutUnions(
  ledger: Ledger,
  schema: UnknownRecord,
  refused: readonly string[],
  namesOf: SentNames | undefined,
): UnknownRecord {
  const found = refused.filter((key) => Object.hasOwn(schema, key))
  if (found.length === 0) return schema
  mend(
    ledger,
    'schema',
    `The top level of the schema has ${found.join(', ')}: it becomes one object with the fields of all alternatives.`,
  )
  return withoutDangling(flattened(schema, refused, namesOf))
}

/** Leaves out definitions that nothing refers to any more, which would only cost tokens. */
function withoutUnused(schema: UnknownRecord): UnknownRecord {
  const { $defs: _, definitions: __, ...rest } = schema
  let isUsed = false
  visitSchemas(rest, '', ({ value }) => {
    isUsed ||= '$ref' in value || '$dynamicRef' in value
  })
  return isUsed ? schema : rest
}

/** The JSON Schema keywords for alternatives and combinations, which APIs reject at the top level. */
export const unions: readonly string[] = ['oneOf', 'anyOf', 'allOf']

/**
 * The maximum number of schemas to visit; anything nested deeper in alternatives, or recursive, counts as
 * unconstrained.
 */
const most = 200

/** Returns the names that fields are sent with. */
type SentNames = (fields: readonly string[]) => ReadonlyMap<string, string>

/** The requirements of one schema for an object. */
interface Shape {
  readonly fields: ReadonlyMap<string, Field>
  /** The sets of required fields, of which one must be present. */
  readonly required: readonly (readonly string[])[]
}

interface Field {
  /** The schemas of which one must hold. */
  readonly choices: readonly unknown[]
  /** Whether all alternatives have the field, so that one of its schemas always holds. */
  readonly isEverywhere: boolean
}

const anything: Shape = { fields: new Map(), required: [[]] }

/**
 * Returns one object schema instead of alternatives: it has the fields of all, a field with several schemas becomes a
 * choice between them, or must match all if all hold, and only fields that all alternatives require are required. The description lists the
 * requirements of each alternative. Keywords in `refused` are left out.
 *
 * @param namesOf Returns other names of fields, for the description. Default: their own.
 */
function flattened(schema: UnknownRecord, refused: readonly string[], namesOf?: SentNames): UnknownRecord {
  const { fields, required } = shapeOf(schema, schema, { left: most })
  const rest = Object.entries(schema).filter(([key]) => !dropped.includes(key) && !refused.includes(key))
  const properties = Object.fromEntries([...fields].map(([name, { choices }]) => [name, choiceOf(choices)]))
  const always = required.reduce((common, names) => common.filter((name) => names.includes(name)))
  const requirements = describe(required, always, namesOf?.([...fields.keys()]))
  const description = [schema['description'], requirements]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' ')
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
  const target = resolveReference(root, schema['$ref'])
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
  const own = fields.map(([name, schema]): [string, Field] => [name, { choices: [schema], isEverywhere: true }])
  return { fields: new Map(own), required: [names] }
}

/** Combines the requirements of two schemas that must both hold. */
function both(one: Shape, other: Shape): Shape {
  const required = one.required.flatMap((first) => other.required.map((second) => [...new Set([...first, ...second])]))
  // More sets than this are of no use to a reader, and they multiply.
  return { fields: merged(one, other, bothOf), required: required.length > 64 ? [[]] : required }
}

/** Combines the requirements of two schemas of which one must hold. */
function either(one: Shape, other: Shape): Shape {
  const required = [...one.required, ...other.required]
  const fields = new Map<string, Field>()
  for (const [name, field] of merged(one, other, eitherOf)) {
    const isEverywhere = field.isEverywhere && one.fields.has(name) && other.fields.has(name)
    fields.set(name, { ...field, isEverywhere })
  }
  return { fields, required: required.length > 64 ? [[]] : required }
}

function merged(one: Shape, other: Shape, join: (one: Field, other: Field) => Field): Shape['fields'] {
  const fields = new Map(one.fields)
  for (const [name, field] of other.fields) {
    const known = fields.get(name)
    fields.set(name, known === undefined ? field : join(known, field))
  }
  return fields
}

function eitherOf(one: Field, other: Field): Field {
  return { choices: [...one.choices, ...other.choices], isEverywhere: one.isEverywhere && other.isEverywhere }
}

/** Both sides of a field must hold. What holds only in some alternatives must not narrow the others. */
function bothOf(one: Field, other: Field): Field {
  if (!one.isEverywhere && !other.isEverywhere) return eitherOf(one, other)
  if (!one.isEverywhere || !other.isEverywhere) return one.isEverywhere ? one : other
  const [first, second] = [choiceOf(one.choices), choiceOf(other.choices)]
  const isSame = JSON.stringify(first) === JSON.stringify(second)
  return { choices: isSame ? [first] : [{ allOf: [first, second] }], isEverywhere: true }
}

/** Returns one schema for a field that has several: below the top level, alternatives are allowed. */
function choiceOf(schemas: readonly unknown[]): unknown {
  const different = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const [first] = different.values()
  return different.size === 1 ? first : { anyOf: [...different.values()] }
}

function describe(
  required: readonly (readonly string[])[],
  always: readonly string[],
  sent: ReadonlyMap<string, string> = new Map(),
): string {
  const own = required.map((names) => names.filter((name) => !always.includes(name)))
  const sets = new Set(own.map((names) => names.map((name) => sent.get(name) ?? name).join(', ')))
  if (sets.has('') || sets.size < 2 || sets.size > 16) return ''
  return `Give one of these sets of fields: ${[...sets].map((names) => `(${names})`).join(' or ')}.`
}
