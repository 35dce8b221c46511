import type { JsonValue } from '@lamella/core'
import type {
  BlockSchema,
  CompositeSchema,
  ListSchema,
  LogSchema,
  MapSchema,
  TextSchema,
} from '../schema/block-schema.ts'
import type {
  EntryValue,
  FieldName,
  FieldReading,
  FieldValue,
  IsAnySchema,
  ItemValue,
  SectionName,
  SectionPart,
} from '../schema/infer.ts'

/** Operations of texts. All concurrent edits are kept. */
interface TextOperations {
  /** Replaces the text, changing only the words that differ. Needs `overwrite`. */
  setText(text: string): void
  /** Appends a text. Needs `append`. */
  appendText(text: string): void
  /**
   * Replaces the first occurrence of `old`; returns whether there was one. In a text with other line breaks (`\r\n`) or with
   * decomposed letters, it finds what is written with `\n` and composed ones. Needs `overwrite`.
   */
  replaceText(old: string, replacement: string): boolean
  getText(): string
}

/** Operations of maps. */
interface MapOperations<Schema extends MapSchema> {
  /**
   * Sets a field. If two replicas set it concurrently, one wins. A list keeps concurrent additions; a counter adds the
   * difference. Needs `overwrite`.
   */
  setField<Name extends FieldName<Schema>>(field: Name, value: FieldValue<Schema, Name>): void
  /**
   * Clears a field: it returns to its default, or has no value, and another schema can omit it. A list keeps concurrent
   * additions. Needs `overwrite`.
   */
  unsetField(field: FieldName<Schema>): void
  /** Returns the value of a field. If it was never set: its default, or `undefined`. */
  getField<Name extends FieldName<Schema>>(field: Name): FieldReading<Schema, Name>
  /**
   * Sets a text field. A text that keeps at least half of the old one is written as word edits, which merge with
   * concurrent edits. Any other text replaces the old one; of two concurrent replacements one wins. Needs `overwrite`.
   */
  setTextField(field: FieldName<Schema, 'text'>, text: string): void
  /** Appends to a list field. Needs `append`. */
  appendToListField(field: FieldName<Schema, 'list'>, item: JsonValue): void
  /** Removes an item of a list field, counted from 0. Needs `overwrite`. */
  removeFromListField(field: FieldName<Schema, 'list'>, index: number): void
  /** Adds a whole number and returns the sum. Concurrent additions add up. Needs `overwrite`. */
  incrementCounter(field: FieldName<Schema, 'counter'>, by: number): number
}

/** Operations of lists. Indexes count from 0. */
interface ListOperations<Schema extends ListSchema> {
  /** Appends an item. Needs `append`. @throws LamellaError `BLOCK_FULL` at `maxItems` */
  pushItem(item: ItemValue<Schema>): void
  /** Inserts an item before another one. Needs `append`. @throws LamellaError `BLOCK_FULL` at `maxItems` */
  insertItem(index: number, item: ItemValue<Schema>): void
  /** Replaces an item. In an object, only the keys that differ change. Needs `overwrite`. */
  updateItem(index: number, item: ItemValue<Schema>): void
  /** Removes an item. Needs `delete`. */
  deleteItem(index: number): void
  /** Returns the items, at most `maxItems`. After a merge there may be more: see `notices`. */
  items(): readonly ItemValue<Schema>[]
}

/** Operations of logs, which are append-only. */
interface LogOperations<Schema extends LogSchema> {
  /**
   * Adds an entry. With `agent` in the schema, the entry gets the document's agent; an agent cannot write in the name of another.
   * Needs `append`.
   */
  appendLogEntry(entry: EntryValue<Schema>): void
  /**
   * Returns the newest entries, newest first, by timestamp. An entry without a timestamp stays with the entry added
   * before it.
   *
   * @param limit The number of entries, 0 or more. Default: the schema's `displayLimit`.
   */
  logEntries(limit?: number): readonly EntryValue<Schema>[]
}

/** The operations of a block or a section, by its schema. */
export type PartOperations<Schema> = Schema extends TextSchema
  ? TextOperations
  : Schema extends MapSchema
    ? MapOperations<Schema>
    : Schema extends ListSchema
      ? ListOperations<Schema>
      : Schema extends LogSchema
        ? LogOperations<Schema>
        : never

/** All operations, for a block of unknown schema. Those that do not fit throw `BLOCK_OPERATION_UNFIT`. */
export interface AnyOperations
  extends TextOperations,
    MapOperations<MapSchema>,
    ListOperations<ListSchema>,
    LogOperations<LogSchema> {}

/** Operations that can request consent. */
interface Requests<Operations> {
  /**
   * Performs an operation after requesting the consent it needs. The arguments are copied first, so that the operation
   * is the one that was consented to.
   *
   * @throws LamellaError `BLOCK_FORBIDDEN`, also if consent is refused; `BLOCK_CONSENT_NEEDED` without a `consent` function
   * @example
   * await document.request('appendText', ' More text.')
   */
  request<Name extends keyof Operations & string>(
    operation: Name,
    ...args: Operations[Name] extends (...args: infer Args) => unknown ? Args : never
  ): Promise<Operations[Name] extends (...args: never) => infer Result ? Result : never>
}

/** Operations of composite blocks. */
interface SectionOperations<Schema extends CompositeSchema> {
  /** Returns the operations of a section. @throws LamellaError `BLOCK_TARGET_UNKNOWN`, `BLOCK_OPERATION_UNFIT` */
  section<Name extends SectionName<Schema>>(
    name: Name,
  ): PartOperations<SectionPart<Schema, Name>> & Requests<PartOperations<SectionPart<Schema, Name>>>
}

/** The operations of a document, by its schema. */
export type DocumentOperations<Schema extends BlockSchema> =
  IsAnySchema<Schema> extends true
    ? AnyOperations & Requests<AnyOperations> & AnySections
    : Schema extends CompositeSchema
      ? SectionOperations<Schema>
      : PartOperations<Schema> & Requests<PartOperations<Schema>>

interface AnySections {
  section(name: string): AnyOperations & Requests<AnyOperations>
}
