import type { LoroCounter, LoroDoc, LoroList, LoroMap, LoroMovableList, LoroText } from 'loro-crdt'
import type { BlockSchema, FieldSchema, PartSchema } from '../schema/block-schema.ts'

/** What an operation needs to know about its caller. */
export interface Caller {
  readonly label: string
  readonly agent: string | undefined
  readonly system: boolean
}

/** A block or a section of it, as the operations see it. */
export interface Part {
  readonly schema: PartSchema
  /** `undefined`: the block itself. */
  readonly section: string | undefined
  /** Whether only the system may change it. */
  readonly readOnly: boolean
  readonly roots: PartRoots
}

/**
 * The containers of a part. All are roots of the document, found by their names: replicas that begin apart from each other
 * then have the same ones, and merge.
 */
interface PartRoots {
  text(): LoroText
  /** Fields that are set: text, number, boolean, timestamp. */
  fields(): LoroMap
  /** The list of a field. */
  list(field: string): LoroList
  counter(field: string): LoroCounter
  items(): LoroMovableList
  entries(): LoroList
  /** Gives back the memory of what was fetched: each of these keeps the whole document. */
  free(): void
}

/** The parts of a block: the block itself under `undefined`, or its sections by name. */
export type Parts = ReadonlyMap<string | undefined, Part>

/** Containers of the library are fetched when they are first needed. */
export function partsOf(schema: BlockSchema, doc: LoroDoc): Parts {
  if (schema.type !== 'composite') {
    return new Map([[undefined, { schema, section: undefined, readOnly: false, roots: partRoots(doc, '') }]])
  }
  return new Map(
    schema.sections.map(({ name, readOnly = false, schema: part }) => [
      name,
      { schema: part, section: name, readOnly, roots: partRoots(doc, sectionPrefix(name)) },
    ]),
  )
}

function partRoots(doc: LoroDoc, prefix: string): PartRoots {
  // Each call of the library makes a new handle, and each handle must be found by the garbage collector.
  const handles = new Map<string, { free(): void }>()
  const once = <Handle extends { free(): void }>(name: string, get: (name: string) => Handle): Handle => {
    const known = handles.get(name) as Handle | undefined
    if (known !== undefined) return known
    const handle = get(prefix + name)
    handles.set(name, handle)
    return handle
  }
  return {
    text: () => once('content', (name) => doc.getText(name)),
    fields: () => once('fields', (name) => doc.getMap(name)),
    list: (field) => once(`list:${escaped(field)}`, (name) => doc.getList(name)),
    counter: (field) => once(`counter:${escaped(field)}`, (name) => doc.getCounter(name)),
    items: () => once('items', (name) => doc.getMovableList(name)),
    entries: () => once('entries', (name) => doc.getList(name)),
    free() {
      for (const handle of handles.values()) handle.free()
      handles.clear()
    },
  }
}

/** Where the content of a root container belongs in the block. */
export interface RootPlace {
  readonly part: Part
  readonly field: string | undefined
}

const containers: Readonly<Record<PartSchema['type'], string>> = {
  text: 'content',
  map: 'fields',
  list: 'items',
  log: 'entries',
}

/** The root containers that a schema uses, by name. */
export function rootPlaces(parts: Parts): ReadonlyMap<string, RootPlace> {
  const places = new Map<string, RootPlace>()
  for (const part of parts.values()) {
    const prefix = part.section === undefined ? '' : sectionPrefix(part.section)
    places.set(prefix + containers[part.schema.type], { part, field: undefined })
    for (const { name, type } of part.schema.type === 'map' ? part.schema.fields : []) {
      if (type === 'list' || type === 'counter') {
        places.set(`${prefix}${type}:${escaped(name)}`, { part, field: name })
      }
    }
  }
  return places
}

/** A field of a part that is a map. */
export function fieldOf(part: Part, name: unknown): FieldSchema | undefined {
  return part.schema.type === 'map' ? part.schema.fields.find((field) => field.name === name) : undefined
}

function sectionPrefix(section: string): string {
  return `section:${escaped(section)}:`
}

/** A name in the name of a root container: the library allows no `/`, and `:` stands between our own words. */
function escaped(name: string): string {
  return name.replace(/[%/:]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
