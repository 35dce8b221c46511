import type { JsonValue } from '@lamella/core'

/** What a block is made of: plain JSON, to be kept beside the block. */
export type BlockSchema = PartSchema | CompositeSchema

/** What a block, or a section of a composite one, is made of. */
export type PartSchema = TextSchema | MapSchema | ListSchema | LogSchema

/** Free text. */
export interface TextSchema {
  readonly type: 'text'
  /** Which lines are rendered. Default: all. */
  readonly viewport?: Viewport
}

/** A window of lines of a text. */
export interface Viewport {
  /** The first line, counted from 1. */
  readonly startLine: number
  /** How many, 1 or more. */
  readonly displayLines: number
}

/** Named fields, each of a type. */
export interface MapSchema {
  readonly type: 'map'
  readonly fields: readonly FieldSchema[]
}

/** Items in an order. */
export interface ListSchema {
  readonly type: 'list'
  /** What each item is. Default: any JSON. */
  readonly item?: ItemSchema
  /** 1 or more. Default: no limit. */
  readonly maxItems?: number
}

/** An item that is a text, or an object with fields. */
export type ItemSchema = { readonly type: 'text' } | { readonly type: 'map'; readonly fields: readonly EntryField[] }

/** Entries that are added and never changed. */
export interface LogSchema {
  readonly type: 'log'
  /** How many of the newest entries are rendered, 1 or more. All are kept. */
  readonly displayLimit: number
  readonly entry: LogEntrySchema
}

/** What an entry of a log has. */
export interface LogEntrySchema {
  /** Whether an entry says when it was: an ISO 8601 instant `timestamp`. Default false. */
  readonly timestamp?: boolean
  /** Whether an entry says who wrote it: a text `agent`, put in from the document's own `agent`. Default false. */
  readonly agent?: boolean
  /** What else an entry has. None of them is called `timestamp` or `agent`. */
  readonly fields: readonly EntryField[]
}

/** Named sections, each with a schema of its own. A section is not composite again. */
export interface CompositeSchema {
  readonly type: 'composite'
  readonly sections: readonly SectionSchema[]
}

/** A section of a composite block. */
export interface SectionSchema {
  /** 1 to 100 characters in one line. */
  readonly name: string
  readonly description?: string
  /** Whether only the system may change it. Default false. */
  readonly readOnly?: boolean
  readonly schema: PartSchema
}

/** The JSON type of a default. A list of a map has none: it begins empty. */
interface Defaults {
  readonly text: string
  readonly number: number
  readonly boolean: boolean
  readonly timestamp: string
}

interface Named<Type, Default> {
  /** 1 to 100 characters in one line. */
  readonly name: string
  /** `timestamp`: an ISO 8601 day, or an instant with `Z` or an offset. */
  readonly type: Type
  readonly description?: string
  readonly default?: Default
}

interface MapField<Type, Default> extends Named<Type, Default> {
  /** Whether only the system may change it. Default false. */
  readonly readOnly?: boolean
}

/** A field of a map. If it was never set it has its default, if any. */
export type FieldSchema =
  | { [Type in keyof Defaults]: MapField<Type, Defaults[Type]> }[keyof Defaults]
  /** A whole number that every replica adds to; starts at its default, or 0. */
  | MapField<'counter', number>
  /** An ordered list of any JSON values. */
  | Omit<MapField<'list', never>, 'default'>

interface RequirableField<Type, Default> extends Named<Type, Default> {
  /** Refuses an item or entry without this field. Default false. */
  readonly required?: boolean
}

/** A field of an item or a log entry. Its default fills in when it is missing. */
export type EntryField =
  | { [Type in keyof Defaults]: RequirableField<Type, Defaults[Type]> }[keyof Defaults]
  | RequirableField<'list', readonly JsonValue[]>

export type FieldType = FieldSchema['type']
