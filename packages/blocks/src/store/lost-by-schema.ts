import { loadDocument } from '../document/create-document.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import type { BlockSchema, PartSchema } from '../schema/block-schema.ts'

/** All that a document says, by where it stands, each as JSON. */
type Said = ReadonlyMap<string, string>

/**
 * What a block says that it would not say any more with another schema. Containers have names by what they hold, so that what
 * keeps its name and its type keeps its content, and nothing has to be moved.
 */
export function lostBySchema(document: StructuredDocument, schema: BlockSchema): readonly string[] {
  const { label } = document
  const after = loadDocument({ schema, label, snapshot: document.exportSnapshot() })
  try {
    const kept = saidBy(after)
    return [...saidBy(document)].filter(([place, value]) => kept.get(place) !== value).map(([place]) => place)
  } finally {
    after.close()
  }
}

/** Names of fields and sections that are for the system alone. */
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

function saidBy(document: StructuredDocument): Said {
  const { schema } = document
  const said = new Map<string, string>()
  const add = (place: string, value: unknown): void => void said.set(place, JSON.stringify(value))
  if (schema.type !== 'composite') partSaid(document, schema, undefined, add)
  else for (const { name, schema: part } of schema.sections) partSaid(document, part, name, add)
  return said
}

function partSaid(
  document: StructuredDocument,
  part: PartSchema,
  section: string | undefined,
  add: (place: string, value: unknown) => void,
): void {
  const at = (place: string): string => (section === undefined ? place : `sections.${section}.${place}`)
  if (part.type === 'text') {
    const text = section === undefined ? document.getText() : document.getTextInSection(section)
    if (text !== '') add(at('text'), text)
  } else if (part.type === 'map') {
    for (const { name, ...field } of part.fields) {
      const value = section === undefined ? document.getField(name) : document.getFieldInSection(name, section)
      const isDefault = value === undefined || ('default' in field && value === field.default)
      const isEmpty = (Array.isArray(value) && value.length === 0) || (field.type === 'counter' && value === 0)
      if (!isDefault && !isEmpty) add(at(`fields.${name}`), { type: field.type, value })
    }
  } else if (part.type === 'list') {
    const items = section === undefined ? document.items() : document.itemsInSection(section)
    for (const [index, item] of items.entries()) add(at(`items[${index}]`), item)
  } else {
    const all = Number.MAX_SAFE_INTEGER
    const entries = section === undefined ? document.logEntries(all) : document.logEntriesInSection(all, section)
    // Counted from the oldest, which is the last one.
    for (const [index, entry] of entries.entries()) add(at(`entries[${entries.length - 1 - index}]`), entry)
  }
}
