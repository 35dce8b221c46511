import type { JsonValue } from '@lamella/core'

/** The structure of a block, as plain JSON that is stored with the block. */
export type BlockSchema = PartSchema | CompositeSchema

/** The structure of a section, or of a non-composite block. */
export type PartSchema = TextSchema | MapSchema | ListSchema | LogSchema

/** Free text. */
export interface TextSchema {
  readonly type: 'text'
  /** The lines to render. Default: all. */
  readonly viewport?: Viewport
}

/** A window of lines of a text. */
export interface Viewport {
  /** The first line, counted from 1. */
  readonly startLine: number
  /** The number of lines, 1 or more. */
  readonly displayLines: number
}

/** Named fields with types. */
export interface MapSchema {
  readonly type: 'map'
  readonly fields: readonly FieldSchema[]
}

/** An ordered list of items. */
export interface ListSchema {
  readonly type: 'list'
  /** The type of every item. Default: any JSON. */
  readonly item?: ItemSchema
  /** 1 or more. Default: no limit. */
  readonly maxItems?: number
}

/** An item: a text, or an object with fields. */
type ItemSchema = { readonly type: 'text' } | { readonly type: 'map'; readonly fields: readonly EntryField[] }

/** An append-only list of entries. */
export interface LogSchema {
  readonly type: 'log'
  /** The number of newest entries to render, 1 or more. All are stored. */
  readonly displayLimit: number
  readonly entry: LogEntrySchema
}

/** The fields of a log entry. */
interface LogEntrySchema {
  /** Whether an entry has a `timestamp`, an ISO 8601 instant. Default false. */
  readonly timestamp?: boolean
  /** Whether an entry has an `agent`, which is the document's. Default false. */
  readonly agent?: boolean
  /** The other fields. Their names are not `timestamp` or `agent`. */
  readonly fields: readonly EntryField[]
}

/** Named sections, each with a non-composite schema. */
export interface CompositeSchema {
  readonly type: 'composite'
  readonly sections: readonly SectionSchema[]
}

/** A section of a composite block. */
export interface SectionSchema {
  /** 1 to 100 characters on one line. */
  readonly name: string
  readonly description?: string
  /** Whether only the system can change it. Default false. */
  readonly readOnly?: boolean
  readonly schema: PartSchema
}

/** The JSON types of defaults. A list field has no default: it starts empty. */
interface Defaults {
  readonly text: string
  readonly number: number
  readonly boolean: boolean
  readonly timestamp: string
}

interface Named<Type, Default> {
  /** 1 to 100 characters on one line. */
  readonly name: string
  /** A `timestamp` is an ISO 8601 date, or an instant with `Z` or an offset. */
  readonly type: Type
  readonly description?: string
  readonly default?: Default
}

interface MapField<Type, Default> extends Named<Type, Default> {
  /** Whether only the system can change it. Default false. */
  readonly readOnly?: boolean
}

/** A field of a map. */
export type FieldSchema =
  | { [Type in keyof Defaults]: MapField<Type, Defaults[Type]> }[keyof Defaults]
  /** A whole number that replicas add to. Starts at its default, or 0. */
  | MapField<'counter', number>
  /** An ordered list of any JSON values. */
  | Omit<MapField<'list', never>, 'default'>

interface RequirableField<Type, Default> extends Named<Type, Default> {
  /** Whether an item or entry without this field is rejected. Default false. */
  readonly required?: boolean
}

/** A field of an item or a log entry. A missing field gets its default. */
export type EntryField =
  | { [Type in keyof Defaults]: RequirableField<Type, Defaults[Type]> }[keyof Defaults]
  | RequirableField<'list', readonly JsonValue[]>

export type FieldType = FieldSchema['type']
