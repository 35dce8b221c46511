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

interface NamedField {
  /** 1 to 100 characters in one line. */
  readonly name: string
  readonly description?: string
}

interface MapField extends NamedField {
  /** Whether only the system may change it. Default false. */
  readonly readOnly?: boolean
}

/** A field of a map. A field that was never set has its default, if there is one. */
export type FieldSchema =
  | (MapField & { readonly type: 'text'; readonly default?: string })
  | (MapField & { readonly type: 'number'; readonly default?: number })
  | (MapField & { readonly type: 'boolean'; readonly default?: boolean })
  /** An ISO 8601 day, or an instant with `Z` or an offset. */
  | (MapField & { readonly type: 'timestamp'; readonly default?: string })
  /** A whole number to which every replica adds; it begins at its default, or at 0. */
  | (MapField & { readonly type: 'counter'; readonly default?: number })
  /** Any JSON values in an order; it begins empty. */
  | (MapField & { readonly type: 'list' })

interface RequirableField extends NamedField {
  /** Whether an item or entry without it is refused. Default false. */
  readonly required?: boolean
}

/** A field of an item or of a log entry. Its default is put in where an item or entry is given without it. */
export type EntryField =
  | (RequirableField & { readonly type: 'text'; readonly default?: string })
  | (RequirableField & { readonly type: 'number'; readonly default?: number })
  | (RequirableField & { readonly type: 'boolean'; readonly default?: boolean })
  | (RequirableField & { readonly type: 'timestamp'; readonly default?: string })
  | (RequirableField & { readonly type: 'list'; readonly default?: readonly JsonValue[] })

/** What a field of a map or of an item can be. */
export type FieldType = FieldSchema['type']
