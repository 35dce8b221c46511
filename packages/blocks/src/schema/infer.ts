import type { JsonValue } from '@lamella/core'
import type {
  BlockSchema,
  CompositeSchema,
  EntryField,
  FieldSchema,
  FieldType,
  ListSchema,
  LogSchema,
  MapSchema,
  PartSchema,
} from './block-schema.ts'

/** The TypeScript type of each field type. */
interface FieldValues {
  readonly text: string
  readonly number: number
  readonly boolean: boolean
  readonly timestamp: string
  readonly counter: number
  readonly list: readonly JsonValue[]
}

/** The names of a map's fields, of all types or of one. */
export type FieldName<Schema extends MapSchema, Type extends FieldType = FieldType> = Extract<
  Schema['fields'][number],
  { readonly type: Type }
>['name']

/** The fields or sections with a name; all of them if the names are unknown. */
type Named<One, Name extends string> = One extends { readonly name: infer Own }
  ? Name extends Own
    ? One
    : never
  : never

/** The value of a field of a map. */
export type FieldValue<Schema extends MapSchema, Name extends string> = FieldValues[Named<
  Schema['fields'][number],
  Name
>['type']]

/** The result of reading a field; can be `undefined` if the field has no default. */
export type FieldReading<Schema extends MapSchema, Name extends string> =
  Named<Schema['fields'][number], Name> extends infer Field extends FieldSchema
    ? Field extends { readonly type: 'counter' | 'list' } | { readonly default: string | number | boolean }
      ? FieldValues[Field['type']]
      : FieldValues[Field['type']] | undefined
    : never

type Flat<Value> = { [Key in keyof Value]: Value[Key] }

/** An object with the fields of an item or entry. */
type EntryObject<Fields extends readonly EntryField[]> = Flat<
  {
    readonly [Field in Extract<
      Fields[number],
      { readonly required: true }
    > as Field['name']]: FieldValues[Field['type']]
  } & {
    readonly [Field in Exclude<Fields[number], { readonly required: true }> as Field['name']]?:
      | FieldValues[Field['type']]
      | undefined
  }
>

/** An item of a list. */
export type ItemValue<Schema extends ListSchema> = Schema extends { readonly item: { readonly type: 'text' } }
  ? string
  : Schema extends { readonly item: { readonly fields: infer Fields extends readonly EntryField[] } }
    ? EntryObject<Fields>
    : JsonValue

/** An entry of a log. */
export type EntryValue<Schema extends LogSchema> = Flat<
  EntryObject<Schema['entry']['fields']> &
    (Schema['entry'] extends { readonly timestamp: true } ? { readonly timestamp: string } : unknown) &
    (Schema['entry'] extends { readonly agent: true } ? { readonly agent?: string | undefined } : unknown)
>

/** The names of a composite schema's sections, of all types or of one. */
export type SectionName<
  Schema extends CompositeSchema,
  Type extends PartSchema['type'] = PartSchema['type'],
> = Schema['sections'][number] extends infer Section
  ? Section extends { readonly name: infer Name extends string; readonly schema: infer Part }
    ? [Extract<Part, { readonly type: Type }>] extends [never]
      ? never
      : Name
    : never
  : never

/** The schema of a section. */
export type SectionPart<Schema extends CompositeSchema, Name extends string> = Named<
  Schema['sections'][number],
  Name
>['schema']

/** Whether the type of a schema is unknown. */
export type IsAnySchema<Schema> = BlockSchema extends Schema ? true : false
