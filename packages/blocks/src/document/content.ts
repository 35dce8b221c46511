import type { JsonValue } from '@lamella/core'

/** What a block says, as plain values: what is rendered. */
export type BlockContent = PartContent | CompositeContent

/** What a block that is not composite says, or a section. */
export type PartContent = TextContent | MapContent | ListContent | LogContent

/** What a text says, all of it: a viewport is a matter of the rendering. */
interface TextContent {
  readonly type: 'text'
  readonly text: string
}

interface Readable {
  /** How many values are left out, since they are not what the schema says. `notices` tells which. */
  readonly leftOut: number
}

/** What the fields of a map say. */
export interface MapContent extends Readable {
  readonly type: 'map'
  /** By name, in the order of the schema. Those that were never set and have no default are not there. */
  readonly fields: readonly (readonly [name: string, value: JsonValue])[]
}

/** The items of a list, as far as they are what the schema says. */
export interface ListContent extends Readable {
  readonly type: 'list'
  /** At most `maxItems`. */
  readonly items: readonly JsonValue[]
  /** How many there are beyond `maxItems`, which replicas have added at the same time. */
  readonly over: number
}

/** Entries of a log: those that are shown. */
export interface LogContent extends Readable {
  readonly type: 'log'
  /** The newest ones, newest first. */
  readonly entries: readonly Readonly<Record<string, JsonValue>>[]
}

/** What the sections of a composite block say. */
interface CompositeContent {
  readonly type: 'composite'
  /** By name, in the order of the schema. */
  readonly sections: readonly (readonly [name: string, content: PartContent])[]
}

/** Something in a document that is not as its schema says, such as what a hostile replica has sent. */
export interface DocumentNotice {
  /** The section, the field, the index: where it is. Empty: the document. */
  readonly path: readonly (string | number)[]
  /** What is wrong, as the end of a sentence. */
  readonly problem: string
}
