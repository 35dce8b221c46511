import { decodeUri } from '../data-url.ts'
import { isRecord, type UnknownRecord } from '../guards.ts'
import { unescaped } from './references.ts'
import { mapSchemas, withoutDangling } from './visit-schemas.ts'

/** Keywords with the fields themselves, or with an object or objects that have them. */
const holdsFields: readonly string[] = ['properties', 'default', 'const', 'enum', 'examples']
/** Keywords whose schemas apply to the same object. */
const sameObject: readonly string[] = ['not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas']

/**
 * Returns a schema whose fields have other names at the top level, wherever it names them. A schema inside that refers to
 * the top level, or to a renamed field, means the original names: it then refers to a copy of the original under `$defs`.
 */
export function renameFields(schema: UnknownRecord, names: ReadonlyMap<string, string>): UnknownRecord {
  const own = { ...schema }
  const definitions = isRecord(own['$defs']) ? own['$defs'] : {}
  let copy = 'original'
  while (Object.hasOwn(definitions, copy)) copy += '_'
  const pointed = repointed(own, names, `#/$defs/${copy}`)
  if (pointed === own) return withoutDangling(renamed(own, names) as UnknownRecord)
  const { $defs, definitions: _, $schema: __, $id: ___, ...original } = pointed as { [key: string]: unknown }
  const written = renamed(pointed, names) as UnknownRecord
  return withoutDangling({ ...written, $defs: { ...($defs as object | undefined), [copy]: original } })
}

const same = (inside: unknown): unknown => inside

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names))
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
    if (key === 'dependentSchemas') return [key, keyed(one, (inside) => renamed(inside, names))]
    return [key, sameObject.includes(key) ? renamed(one, names) : one]
  })
  // What the names must look like is said of the original ones. A reference to a schema in there then points to nothing.
  return Object.fromEntries(entries.filter(([key]) => key !== 'propertyNames'))
}

/** Returns a schema whose references to the top level, or to a renamed field, point below `copy`; itself if it has none. */
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
