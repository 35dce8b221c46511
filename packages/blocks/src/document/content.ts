import type { JsonValue } from '@lamella/core'

/** The content of a block as plain values. */
export type BlockContent = PartContent | CompositeContent

/** The content of a section, or of a block that is not composite. */
export type PartContent = TextContent | MapContent | ListContent | LogContent

/** A whole text: a viewport applies to its rendering only. */
interface TextContent {
  readonly type: 'text'
  readonly text: string
}

interface Readable {
  /** The number of values left out because they do not match the schema. `notices` lists them. */
  readonly leftOut: number
}

/** The fields of a map. */
export interface MapContent extends Readable {
  readonly type: 'map'
  /** In the order of the schema, without fields that were never set and have no default. */
  readonly fields: readonly (readonly [name: string, value: JsonValue])[]
}

/** The items of a list. */
export interface ListContent extends Readable {
  readonly type: 'list'
  /** At most `maxItems`. */
  readonly items: readonly JsonValue[]
  /** The number of items beyond `maxItems`, which concurrent additions can cause. */
  readonly over: number
}

/** The displayed entries of a log. */
export interface LogContent extends Readable {
  readonly type: 'log'
  /** Newest first. */
  readonly entries: readonly Readonly<Record<string, JsonValue>>[]
}

/** The sections of a composite block. */
interface CompositeContent {
  readonly type: 'composite'
  /** In the order of the schema. */
  readonly sections: readonly (readonly [name: string, content: PartContent])[]
}

/** A part of a document that does not match its schema, such as data from a hostile replica. */
export interface DocumentNotice {
  /** The section, field or index. Empty for the document itself. */
  readonly path: readonly (string | number)[]
  /** Completes a sentence that starts with the path. */
  readonly problem: string
}
