import { decodeUri } from './base64.ts'
import { isRecord, type UnknownRecord } from './guards.ts'
import { type Ledger, mendName } from './ledger.ts'
import { mapSchemas, unescaped, withoutDangling } from './schema/visit-schemas.ts'
import { type NameRule, validNames } from './tool-names.ts'

/** Renamed fields of the tools: by the tool's name as sent, the names of the fields as sent and their own names. */
export type FieldNames = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The fields of tools, in names that the provider accepts. */
export interface ToolFields {
  /**
   * Returns the schema of a tool with names that the provider accepts at the top level, and reports each change. The same
   * object if nothing has to change.
   *
   * @param tool The name of the tool as sent.
   */
  schemaToWire(ledger: Ledger, tool: string, schema: UnknownRecord): UnknownRecord
  /** Returns the names that fields of these names are sent with. */
  namesOf(fields: readonly string[]): ReadonlyMap<string, string>
  /** Returns the arguments of a call with the names that the schema has. */
  toWire<Input>(tool: string, input: Input): Input
  readonly changed: FieldNames
}

/** The fields of tools of a provider that accepts any name. */
export const anyFields: ToolFields = {
  changed: new Map(),
  namesOf: () => new Map(),
  schemaToWire: (_, __, schema) => schema,
  toWire: (_, input) => input,
}

/** Gives the fields of each tool names that the provider accepts. */
export function createToolFields(rule: NameRule): ToolFields {
  const changed = new Map<string, ReadonlyMap<string, string>>()
  const sent = new Map<string, ReadonlyMap<string, string>>()
  const namesOf = (fields: readonly string[]): ReadonlyMap<string, string> => validNames(rule, fields, 'field').given
  return {
    changed,
    namesOf,
    schemaToWire(ledger, tool, schema) {
      const { properties } = schema
      const fields = isRecord(properties) ? Object.keys(properties) : []
      const renamed = new Map([...namesOf(fields)].filter(([name, valid]) => name !== valid))
      sent.set(tool, renamed)
      changed.delete(tool)
      if (renamed.size === 0) return schema
      changed.set(tool, new Map([...renamed].map(([name, valid]) => [valid, name])))
      for (const [name, valid] of renamed) mendName(ledger, 'field-name', `field name of ${tool}`, name, valid)
      return renameFields(schema, renamed)
    },
    toWire: (tool, input) => withFields(input, sent.get(tool)),
  }
}

/** Returns arguments with other names for their fields. A name that another field has is not given again. */
export function withFields<Input>(input: Input, names: ReadonlyMap<string, string> | undefined): Input {
  if (names === undefined || !isRecord(input)) return input
  if (!Object.keys(input).some((key) => names.has(key))) return input
  const entries = Object.entries(input).map(([key, value]): [string, unknown] => {
    const name = names.get(key) ?? key
    return [name !== key && Object.hasOwn(input, name) ? key : name, value]
  })
  return Object.fromEntries(entries) as Input
}

/** Keywords with the fields themselves, or with an object or objects that have them. */
const holdsFields: readonly string[] = ['properties', 'default', 'const', 'enum', 'examples']
/** Keywords whose schemas apply to the same object. */
const sameObject: readonly string[] = ['not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas']

/**
 * Returns a schema whose fields have other names at the top level, wherever it names them. A schema inside that refers to
 * the top level, or to a renamedIn field, means the original names: it then refers to a copy of the original under `$defs`.
 */
function renameFields(schema: UnknownRecord, names: ReadonlyMap<string, string>): UnknownRecord {
  const own = { ...schema }
  const definitions = isRecord(own['$defs']) ? own['$defs'] : {}
  let copy = 'original'
  while (Object.hasOwn(definitions, copy)) copy += '_'
  const pointed = repointed(own, names, `#/$defs/${copy}`)
  if (pointed === own) return withoutDangling(renamedIn(own, names) as UnknownRecord)
  const { $defs, definitions: _, $schema: __, $id: ___, ...original } = pointed as { [key: string]: unknown }
  const written = renamedIn(pointed, names) as UnknownRecord
  return withoutDangling({ ...written, $defs: { ...($defs as object | undefined), [copy]: original } })
}

const same = (inside: unknown): unknown => inside

function renamedIn(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamedIn(one, names))
  if (!isRecord(value)) return value
  const nameOf = (name: unknown): unknown => (typeof name === 'string' ? (names.get(name) ?? name) : name)
  const keyed = (one: unknown, write: (inside: unknown) => unknown): unknown =>
    isRecord(one)
      ? Object.fromEntries(Object.entries(one).map(([key, inside]) => [nameOf(key) as string, write(inside)]))
      : one
  const listed = (one: unknown): unknown => (Array.isArray(one) ? one.map(nameOf) : one)
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
    if (holdsFields.includes(key)) {
      return [key, Array.isArray(one) ? one.map((example) => keyed(example, same)) : keyed(one, same)]
    }
    if (key === 'required') return [key, listed(one)]
    if (key === 'dependentRequired') return [key, keyed(one, listed)]
    if (key === 'dependentSchemas') return [key, keyed(one, (inside) => renamedIn(inside, names))]
    return [key, sameObject.includes(key) ? renamedIn(one, names) : one]
  })
  // What the names must look like is said of the original ones. A reference to a schema in there then points to nothing.
  return Object.fromEntries(entries.filter(([key]) => key !== 'propertyNames'))
}

/** Returns a schema whose references to the top level, or to a renamedIn field, point below `copy`; itself if it has none. */
function repointed(schema: UnknownRecord, names: ReadonlyMap<string, string>, copy: string): UnknownRecord {
  return mapSchemas(schema, (one) => {
    const { $ref: reference } = one
    if (typeof reference !== 'string') return one
    if (reference === '#' || reference === '#/') return { ...one, $ref: copy }
    const field = /^#\/properties\/([^/]*)/.exec(reference)?.[1]
    const isRenamed = field !== undefined && names.has(fieldNamed(field))
    return isRenamed ? { ...one, $ref: `${copy}${reference.slice(1)}` } : one
  })
}

/** Returns the name in a step of a reference. Source: RFC 6901, sections 4 and 6. */
function fieldNamed(step: string): string {
  return unescaped(decodeUri(step) ?? step)
}
