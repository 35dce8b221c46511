import type { JsonValue } from '@lamella/core'
import type { CompositeSchema, ListSchema, LogSchema, MapSchema, TextSchema } from '../schema/block-schema.ts'
import type {
  EntryValue,
  FieldName,
  FieldReading,
  FieldValue,
  ItemValue,
  SectionName,
  SectionPart,
} from '../schema/infer.ts'

/** Operations of texts. Positions do not matter: replicas that edit at the same time keep what each of them wrote. */
export interface TextOperations {
  /** Makes the text another one. Only the words that differ are changed. Needs `overwrite`. */
  setText(text: string): void
  /** Adds to the end. Needs `append`. */
  appendText(text: string): void
  /** Puts another text in the place of the first occurrence of `old`; whether there was one. Needs `overwrite`. */
  replaceText(old: string, replacement: string): boolean
  getText(): string
}

/** Operations of maps. */
export interface MapOperations<Schema extends MapSchema> {
  /**
   * Sets a field; of two replicas that do it at the same time, one stands. A list keeps what others add at the same time. A
   * counter gets the difference added. Needs `overwrite`.
   */
  setField<Name extends FieldName<Schema>>(field: Name, value: FieldValue<Schema, Name>): void
  /**
   * Takes back what a field says: it has its default again, or says nothing, and the schema can do without it. A list is emptied,
   * but keeps what others add at the same time. Needs `overwrite`: `setField` destroys as much.
   */
  unsetField(field: FieldName<Schema>): void
  /** What a field says: its default where it was never set, and `undefined` where it has none. */
  getField<Name extends FieldName<Schema>>(field: Name): FieldReading<Schema, Name>
  /**
   * Sets a field that is a text. A text that keeps at least half of the old one is made by edits of its words, which merge with
   * those of other replicas; any other takes its place, and of two at the same time one stands, whole. Needs `overwrite`.
   */
  setTextField(field: FieldName<Schema, 'text'>, text: string): void
  /** Adds to the end of a field that is a list. Needs `append`. */
  appendToListField(field: FieldName<Schema, 'list'>, item: JsonValue): void
  /** Takes an item out of a field that is a list, counted from 0. Needs `overwrite`: the field stays. */
  removeFromListField(field: FieldName<Schema, 'list'>, index: number): void
  /** Adds a whole number, and gives the sum. What several replicas add at the same time all counts. Needs `overwrite`. */
  incrementCounter(field: FieldName<Schema, 'counter'>, by: number): number
}

/** Operations of lists. Indexes count from 0. */
export interface ListOperations<Schema extends ListSchema> {
  /** Adds an item at the end. Needs `append`. @throws LamellaError `BLOCK_FULL` where there are `maxItems` */
  pushItem(item: ItemValue<Schema>): void
  /** Adds an item before another one. Needs `append`. @throws LamellaError `BLOCK_FULL` where there are `maxItems` */
  insertItem(index: number, item: ItemValue<Schema>): void
  /** Makes an item another one. Of objects only the keys that differ are changed. Needs `overwrite`. */
  updateItem(index: number, item: ItemValue<Schema>): void
  /** Removes an item. Needs `delete`. */
  deleteItem(index: number): void
  /** The items, at most `maxItems`: after a merge there may be more, of which `notices` tells. */
  items(): readonly ItemValue<Schema>[]
}

/** Operations of logs, to which can only be added. */
export interface LogOperations<Schema extends LogSchema> {
  /**
   * Adds an entry. With `agent` in the schema it gets the document's agent, and an agent cannot write in another one's name.
   * Needs `append`.
   */
  appendLogEntry(entry: EntryValue<Schema>): void
  /**
   * The newest entries, newest first: by their timestamps, where they have some. An entry without one stands with the one that
   * was added before it.
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

/** All operations: of a block of whose schema nothing is known. Those that do not fit throw `BLOCK_OPERATION_UNFIT`. */
export interface AnyOperations
  extends TextOperations,
    MapOperations<MapSchema>,
    ListOperations<ListSchema>,
    LogOperations<LogSchema> {}

/** The same operations in sections of composite blocks: the section comes last. */
export interface SectionOperations<Schema extends CompositeSchema> {
  /** The operations of a section by their own names. */
  section<Name extends SectionName<Schema>>(name: Name): PartOperations<SectionPart<Schema, Name>>
  setTextInSection(text: string, section: SectionName<Schema, 'text'>): void
  appendTextInSection(text: string, section: SectionName<Schema, 'text'>): void
  replaceTextInSection(old: string, replacement: string, section: SectionName<Schema, 'text'>): boolean
  getTextInSection(section: SectionName<Schema, 'text'>): string
  setFieldInSection<
    Section extends SectionName<Schema, 'map'>,
    Name extends FieldName<Extract<SectionPart<Schema, Section>, MapSchema>>,
  >(field: Name, value: FieldValue<Extract<SectionPart<Schema, Section>, MapSchema>, Name>, section: Section): void
  unsetFieldInSection<Section extends SectionName<Schema, 'map'>>(
    field: FieldName<Extract<SectionPart<Schema, Section>, MapSchema>>,
    section: Section,
  ): void
  getFieldInSection<
    Section extends SectionName<Schema, 'map'>,
    Name extends FieldName<Extract<SectionPart<Schema, Section>, MapSchema>>,
  >(field: Name, section: Section): FieldReading<Extract<SectionPart<Schema, Section>, MapSchema>, Name>
  setTextFieldInSection<Section extends SectionName<Schema, 'map'>>(
    field: FieldName<Extract<SectionPart<Schema, Section>, MapSchema>, 'text'>,
    text: string,
    section: Section,
  ): void
  appendToListFieldInSection<Section extends SectionName<Schema, 'map'>>(
    field: FieldName<Extract<SectionPart<Schema, Section>, MapSchema>, 'list'>,
    item: JsonValue,
    section: Section,
  ): void
  removeFromListFieldInSection<Section extends SectionName<Schema, 'map'>>(
    field: FieldName<Extract<SectionPart<Schema, Section>, MapSchema>, 'list'>,
    index: number,
    section: Section,
  ): void
  incrementCounterInSection<Section extends SectionName<Schema, 'map'>>(
    field: FieldName<Extract<SectionPart<Schema, Section>, MapSchema>, 'counter'>,
    by: number,
    section: Section,
  ): number
  pushItemInSection<Section extends SectionName<Schema, 'list'>>(
    item: ItemValue<Extract<SectionPart<Schema, Section>, ListSchema>>,
    section: Section,
  ): void
  insertItemInSection<Section extends SectionName<Schema, 'list'>>(
    index: number,
    item: ItemValue<Extract<SectionPart<Schema, Section>, ListSchema>>,
    section: Section,
  ): void
  updateItemInSection<Section extends SectionName<Schema, 'list'>>(
    index: number,
    item: ItemValue<Extract<SectionPart<Schema, Section>, ListSchema>>,
    section: Section,
  ): void
  deleteItemInSection(index: number, section: SectionName<Schema, 'list'>): void
  itemsInSection<Section extends SectionName<Schema, 'list'>>(
    section: Section,
  ): readonly ItemValue<Extract<SectionPart<Schema, Section>, ListSchema>>[]
  appendLogEntryInSection<Section extends SectionName<Schema, 'log'>>(
    entry: EntryValue<Extract<SectionPart<Schema, Section>, LogSchema>>,
    section: Section,
  ): void
  logEntriesInSection<Section extends SectionName<Schema, 'log'>>(
    limit: number | undefined,
    section: Section,
  ): readonly EntryValue<Extract<SectionPart<Schema, Section>, LogSchema>>[]
}
