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

/** Operations of texts. Replicas that edit at the same time keep what each of them wrote. */
interface TextOperations {
  /** Replaces the text, changing only the words that differ. Needs `overwrite`. */
  setText(text: string): void
  /** Adds to the end. Needs `append`. */
  appendText(text: string): void
  /** Replaces the first occurrence of `old`; returns whether there was one. Needs `overwrite`. */
  replaceText(old: string, replacement: string): boolean
  getText(): string
}

/** Operations of maps. */
interface MapOperations<Schema extends MapSchema> {
  /**
   * Sets a field. Of two replicas that set it at the same time, one wins. A list keeps what others add at the same time; a counter
   * adds the difference. Needs `overwrite`.
   */
  setField<Name extends FieldName<Schema>>(field: Name, value: FieldValue<Schema, Name>): void
  /**
   * Clears a field: it has its default again, or no value, and another schema can leave it out. A list is emptied, but keeps what
   * others add at the same time. Needs `overwrite`.
   */
  unsetField(field: FieldName<Schema>): void
  /** The value of a field; if it was never set, its default or `undefined`. */
  getField<Name extends FieldName<Schema>>(field: Name): FieldReading<Schema, Name>
  /**
   * Sets a text field. A text that keeps at least half of the old one is written as edits of its words, which merge with those of
   * other replicas. Any other text replaces the old one, and of two at the same time one wins, whole. Needs `overwrite`.
   */
  setTextField(field: FieldName<Schema, 'text'>, text: string): void
  /** Adds to the end of a list field. Needs `append`. */
  appendToListField(field: FieldName<Schema, 'list'>, item: JsonValue): void
  /** Removes an item of a list field, counted from 0. Needs `overwrite`. */
  removeFromListField(field: FieldName<Schema, 'list'>, index: number): void
  /** Adds a whole number and returns the sum. What several replicas add at the same time adds up. Needs `overwrite`. */
  incrementCounter(field: FieldName<Schema, 'counter'>, by: number): number
}

/** Operations of lists. Indexes count from 0. */
interface ListOperations<Schema extends ListSchema> {
  /** Adds an item at the end. Needs `append`. @throws LamellaError `BLOCK_FULL` at `maxItems` */
  pushItem(item: ItemValue<Schema>): void
  /** Adds an item before another one. Needs `append`. @throws LamellaError `BLOCK_FULL` at `maxItems` */
  insertItem(index: number, item: ItemValue<Schema>): void
  /** Replaces an item; of an object only the keys that differ change. Needs `overwrite`. */
  updateItem(index: number, item: ItemValue<Schema>): void
  /** Removes an item. Needs `delete`. */
  deleteItem(index: number): void
  /** The items, at most `maxItems`. After a merge there may be more: see `notices`. */
  items(): readonly ItemValue<Schema>[]
}

/** Operations of logs, which only grow. */
interface LogOperations<Schema extends LogSchema> {
  /**
   * Adds an entry. With `agent` in the schema the entry gets the document's agent; an agent cannot write in another one's name.
   * Needs `append`.
   */
  appendLogEntry(entry: EntryValue<Schema>): void
  /**
   * The newest entries, newest first, by their timestamps if they have any. An entry without one stays with the entry added
   * before it.
   *
   * @param limit How many, 0 or more. Default: the schema's `displayLimit`.
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

/** Operations that may need consent, by name. */
interface Requests<Operations> {
  /**
   * Does an operation after asking for the consent it needs. Arguments are copied first, so what is done is what was asked about.
   *
   * @throws LamellaError `BLOCK_FORBIDDEN`, also if consent is refused; `BLOCK_CONSENT_NEEDED` if nobody can be asked
   * @example
   * await document.request('appendText', ' More text.')
   */
  request<Name extends keyof Operations & string>(
    operation: Name,
    ...args: Operations[Name] extends (...args: infer Args) => unknown ? Args : never
  ): Promise<Operations[Name] extends (...args: never) => infer Result ? Result : never>
}

/** Operations of composite blocks: those of a section, by its name. */
interface SectionOperations<Schema extends CompositeSchema> {
  /** The operations of a section. @throws LamellaError `BLOCK_TARGET_UNKNOWN`, `BLOCK_OPERATION_UNFIT` */
  section<Name extends SectionName<Schema>>(
    name: Name,
  ): PartOperations<SectionPart<Schema, Name>> & Requests<PartOperations<SectionPart<Schema, Name>>>
  /** The same as `section(section).setText(text)`: a name of the reference implementation (Pattern). */
  setTextInSection(text: string, section: SectionName<Schema, 'text'>): void
  /** The same as `section(section).setField(field, value)`: a name of the reference implementation (Pattern). */
  setFieldInSection<
    Section extends SectionName<Schema, 'map'>,
    Name extends FieldName<Extract<SectionPart<Schema, Section>, MapSchema>>,
  >(field: Name, value: FieldValue<Extract<SectionPart<Schema, Section>, MapSchema>, Name>, section: Section): void
}

/** The operations of a document, by its schema. */
export type DocumentOperations<Schema extends BlockSchema> =
  IsAnySchema<Schema> extends true
    ? AnyOperations & Requests<AnyOperations> & AnySections
    : Schema extends CompositeSchema
      ? SectionOperations<Schema>
      : PartOperations<Schema> & Requests<PartOperations<Schema>>

interface AnySections extends Omit<SectionOperations<CompositeSchema>, 'section'> {
  section(name: string): AnyOperations & Requests<AnyOperations>
}
