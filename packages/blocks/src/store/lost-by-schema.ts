import { openReplica, type Replica } from '../document/replica.ts'
import type { BlockSchema, PartSchema } from '../schema/block-schema.ts'

/**
 * The places whose content a block would lose with another schema. Containers are named after what they hold, so whatever keeps
 * its name and type keeps its content, and nothing has to be moved.
 */
export function lostBySchema(replica: Replica, schema: BlockSchema): readonly string[] {
  const { label, permission } = replica.options
  const after = openReplica({ schema, label, permission }, [replica.exportSnapshot()])
  try {
    const kept = contentOf(after)
    return [...contentOf(replica)].filter(([place, value]) => kept.get(place) !== value).map(([place]) => place)
  } finally {
    after.close()
  }
}

/** The places that only the system may change. */
export function readOnlyMarks(schema: BlockSchema): readonly string[] {
  if (schema.type !== 'composite') return fieldMarks(schema, 'fields')
  return schema.sections.flatMap(({ name, readOnly = false, schema: part }) => [
    ...(readOnly ? [`sections.${name}`] : []),
    ...fieldMarks(part, `sections.${name}.fields`),
  ])
}

function fieldMarks(part: PartSchema, at: string): readonly string[] {
  if (part.type !== 'map') return []
  return part.fields.flatMap(({ name, readOnly = false }) => (readOnly ? [`${at}.${name}`] : []))
}

/** Everything a block says, as JSON by its place. */
function contentOf(replica: Replica): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [section, { schema }] of replica.parts) {
    const read = (name: string, ...args: readonly unknown[]): unknown =>
      replica.call({ name, section, args, system: true })
    const prefix = section === undefined ? '' : `sections.${section}.`
    for (const [place, value] of saidBy(schema, read)) found.set(prefix + place, JSON.stringify(value))
  }
  return found
}

type Read = (operation: string, ...args: readonly unknown[]) => unknown

function saidBy(schema: PartSchema, read: Read): readonly (readonly [place: string, value: unknown])[] {
  switch (schema.type) {
    case 'text': {
      const text = read('getText')
      return text === '' ? [] : [['text', text]]
    }
    case 'map':
      return schema.fields.flatMap(({ name, ...field }) => {
        const value = read('getField', name)
        const isDefault = value === undefined || ('default' in field && value === field.default)
        const isEmpty = (Array.isArray(value) && value.length === 0) || (field.type === 'counter' && value === 0)
        return isDefault || isEmpty ? [] : [[`fields.${name}`, { type: field.type, value }]]
      })
    case 'list':
      return (read('items') as readonly unknown[]).map((item, index) => [`items[${index}]`, item])
    case 'log': {
      const entries = read('logEntries', Number.MAX_SAFE_INTEGER) as readonly unknown[]
      // Counted from the oldest, which comes last.
      return entries.map((entry, index) => [`entries[${entries.length - 1 - index}]`, entry])
    }
    default:
      return schema satisfies never
  }
}
