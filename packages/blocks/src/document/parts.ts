import type { LoroCounter, LoroDoc, LoroList, LoroMap, LoroMovableList, LoroText } from 'loro-crdt'
import type { BlockSchema, FieldSchema, PartSchema } from '../schema/block-schema.ts'
import { partSchemas, type SchemaPart } from '../schema/part-schemas.ts'

/** A non-composite block, or a section, with its containers in the document. */
export interface Part<Schema extends PartSchema = PartSchema> extends SchemaPart {
  readonly schema: Schema
  readonly roots: PartRoots
}

/**
 * The containers of a part. Each is a root container identified by its name, so that independently created replicas
 * have the same containers and merge.
 */
interface PartRoots {
  text(): LoroText
  /** The fields of the types text, number, boolean and timestamp. */
  fields(): LoroMap
  /** The list of a field. */
  list(field: string): LoroList
  counter(field: string): LoroCounter
  items(): LoroMovableList
  entries(): LoroList
  /** Frees the containers: each of them keeps the whole document in memory. */
  free(): void
}

/** The context of an operation's call, in addition to the part and the arguments. */
export interface CallContext {
  readonly label: string
  readonly agent: string | undefined
  readonly system: boolean
  /** The field that the first argument names, for map operations. */
  readonly field: FieldSchema | undefined
}

/** The parts of a block: its sections by name, or the block itself under `undefined`. */
export type Parts = ReadonlyMap<string | undefined, Part>

export function partsOf(schema: BlockSchema, doc: LoroDoc): Parts {
  return new Map(partSchemas(schema).map((part) => [part.section, { ...part, roots: partRoots(doc, prefixOf(part)) }]))
}

function partRoots(doc: LoroDoc, prefix: string): PartRoots {
  // Each library call creates a new handle for the garbage collector, so each handle is fetched once.
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

/** The path in the block of a root container's content. */
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
    const prefix = prefixOf(part)
    places.set(prefix + containers[part.schema.type], { part, field: undefined })
    for (const { name, type } of part.schema.type === 'map' ? part.schema.fields : []) {
      if (type === 'list' || type === 'counter') {
        places.set(`${prefix}${type}:${escaped(name)}`, { part, field: name })
      }
    }
  }
  return places
}

function prefixOf({ section }: SchemaPart): string {
  return section === undefined ? '' : `section:${escaped(section)}:`
}

/**
 * Encodes a name for the name of a root container: the library forbids `/`, and `:` separates the words of this
 * package.
 */
function escaped(name: string): string {
  return name.replace(/[%/:]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
