import { isRecord, type UnknownRecord } from '../../shared/guards.ts'

/** A required property of an object. */
interface Demand {
  readonly object: UnknownRecord
  readonly key: string
}

/**
 * Returns the schema without definitions that must contain themselves, which no finite value could satisfy. "ref loops
 * are only supported if they include optional or nullable property values, or a potentially-zero-length array items"
 * (juspay/juspay-mcp#132). The property that closes such a loop becomes optional.
 */
export function loosenLoops(schema: UnknownRecord, changes: Set<string>): UnknownRecord {
  const loose = findLoops(isRecord(schema['$defs']) ? schema['$defs'] : {})
  if (loose.size === 0) return schema
  changes.add('a property made optional to break an infinite loop')
  return rebuilt(schema, loose) as UnknownRecord
}

function findLoops(definitions: UnknownRecord): Map<object, Set<string>> {
  const loose = new Map<object, Set<string>>()
  const done = new Set<string>()
  const open = new Set<string>()

  const enter = (name: string, by: Demand | undefined): void => {
    if (done.has(name)) return
    if (!open.has(name)) {
      open.add(name)
      follow(definitions[name], undefined)
      open.delete(name)
      done.add(name)
    } else if (by !== undefined) {
      const keys = loose.get(by.object)
      if (keys === undefined) loose.set(by.object, new Set([by.key]))
      else keys.add(by.key)
    }
  }

  const follow = (node: unknown, by: Demand | undefined): void => {
    if (!isRecord(node)) return
    const { $ref } = node
    if (typeof $ref === 'string' && $ref.startsWith('#/$defs/')) enter($ref.slice('#/$defs/'.length), by)
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const branches = node[keyword]
      if (!Array.isArray(branches) || branches.some(isNull)) continue
      for (const branch of branches) follow(branch, by)
    }
    if (Number(node['minItems']) > 0) follow(node['items'], by)
    for (const key of requiredOf(node)) {
      const property = (node['properties'] as UnknownRecord)[key]
      if (!isNull(property)) follow(property, { object: node, key })
    }
  }

  for (const name of Object.keys(definitions)) enter(name, undefined)
  return loose
}

function requiredOf({ required, properties }: UnknownRecord): string[] {
  if (!Array.isArray(required) || !isRecord(properties)) return []
  return required.filter((key) => typeof key === 'string' && Object.hasOwn(properties, key))
}

function isNull(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  const { type } = schema
  return type === 'null' || (Array.isArray(type) && type.includes('null'))
}

function rebuilt(value: unknown, loose: ReadonlyMap<object, ReadonlySet<string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, loose))
  if (!isRecord(value)) return value
  const keys = loose.get(value)
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (key === 'required' && keys !== undefined) return [key, requiredOf(value).filter((name) => !keys.has(name))]
    return [key, rebuilt(item, loose)]
  })
  return Object.fromEntries(entries)
}
