import type { PartContent } from '../document/content.ts'
import { openReplica, type Replica } from '../document/replica.ts'
import type { BlockSchema, PartSchema } from '../schema/block-schema.ts'
import { partSchemas, type SchemaPart } from '../schema/part-schemas.ts'

/**
 * Returns the places whose content a block would lose with another schema. Content is stored under the name and type of
 * its place, so it stays if the new schema has a place with that name and type.
 */
export function lostBySchema(replica: Replica, schema: BlockSchema): readonly string[] {
  const { label, permission } = replica.options
  const after = openReplica({ schema, label, permission }, [replica.exportSnapshot()])
  try {
    const kept = placesIn(after)
    return [...placesIn(replica)].filter(([place, value]) => kept.get(place) !== value).map(([place]) => place)
  } finally {
    after.close()
  }
}

/** The places that only the system can change. */
export function readOnlyMarks(schema: BlockSchema): readonly string[] {
  return partSchemas(schema).flatMap((part) => {
    const fields = part.schema.type === 'map' ? part.schema.fields.filter(({ readOnly }) => readOnly === true) : []
    return [
      ...(part.readOnly ? [`sections.${part.section}`] : []),
      ...fields.map(({ name }) => `${prefixOf(part)}fields.${name}`),
    ]
  })
}

function prefixOf({ section }: SchemaPart): string {
  return section === undefined ? '' : `sections.${section}.`
}

/** The content of a block as JSON, by place. */
function placesIn(replica: Replica): ReadonlyMap<string, string> {
  const content = replica.content(Number.POSITIVE_INFINITY)
  const contents = new Map<string | undefined, PartContent>(
    content.type === 'composite' ? content.sections : [[undefined, content]],
  )
  return new Map(
    partSchemas(replica.options.schema).flatMap((part) => {
      const own = contents.get(part.section)
      const places = own === undefined ? [] : placesOf(part.schema, own)
      return places.map(([place, value]) => [prefixOf(part) + place, JSON.stringify(value)] as const)
    }),
  )
}

function placesOf(schema: PartSchema, content: PartContent): readonly (readonly [place: string, value: unknown])[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [['text', content.text]]
    case 'map': {
      const fields = new Map(schema.type === 'map' ? schema.fields.map((field) => [field.name, field]) : [])
      return content.fields.flatMap(([name, value]) => {
        const { type, ...field } = fields.get(name) ?? { type: 'text' }
        const isDefault = 'default' in field && value === field.default
        const isEmpty = (Array.isArray(value) && value.length === 0) || (type === 'counter' && value === 0)
        return isDefault || isEmpty ? [] : [[`fields.${name}`, { type, value }]]
      })
    }
    case 'list':
      return content.items.map((item, index) => [`items[${index}]`, item])
    case 'log': {
      const { entries } = content
      // Numbered from the oldest entry, which is the last.
      return entries.map((entry, index) => [`entries[${entries.length - 1 - index}]`, entry])
    }
    default:
      return content satisfies never
  }
}
