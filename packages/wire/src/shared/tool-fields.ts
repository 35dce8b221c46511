import { isRecord, type UnknownRecord } from './guards.ts'
import { type Ledger, mendName } from './ledger.ts'
import { renameFields } from './schema/rename-fields.ts'
import { type NameRule, validNames } from './tool-names.ts'

/** Renamed fields of the tools: by the tool's name as sent, the names of the fields as sent and their own names. */
export type FieldNames = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The fields of tools, in names that the provider accepts. */
export interface ToolFields {
  /**
   * Returns the schema of a tool with names that the provider accepts at the top level, and reports each change. The same
   * object if nothing has to change.
   *
   * @param tool The name of the tool as sent.
   */
  schemaToWire(ledger: Ledger, tool: string, schema: UnknownRecord): UnknownRecord
  /** Returns the names that fields of these names are sent with. */
  namesOf(fields: readonly string[]): ReadonlyMap<string, string>
  /** Returns the arguments of a call with the names that the schema has. */
  toWire<Input>(tool: string, input: Input): Input
  readonly changed: FieldNames
}

/** The fields of tools of a provider that accepts any name. */
export const anyFields: ToolFields = {
  changed: new Map(),
  namesOf: () => new Map(),
  schemaToWire: (_, __, schema) => schema,
  toWire: (_, input) => input,
}

/** Gives the fields of each tool names that the provider accepts. */
export function createToolFields(rule: NameRule): ToolFields {
  const changed = new Map<string, ReadonlyMap<string, string>>()
  const sent = new Map<string, ReadonlyMap<string, string>>()
  const namesOf = (fields: readonly string[]): ReadonlyMap<string, string> => validNames(rule, fields, 'field').given
  return {
    changed,
    namesOf,
    schemaToWire(ledger, tool, schema) {
      const { properties } = schema
      const fields = isRecord(properties) ? Object.keys(properties) : []
      const renamed = new Map([...namesOf(fields)].filter(([name, valid]) => name !== valid))
      sent.set(tool, renamed)
      changed.delete(tool)
      if (renamed.size === 0) return schema
      changed.set(tool, new Map([...renamed].map(([name, valid]) => [valid, name])))
      for (const [name, valid] of renamed) mendName(ledger, 'field-name', `field name of ${tool}`, name, valid)
      return renameFields(schema, renamed)
    },
    toWire: (tool, input) => withFields(input, sent.get(tool)),
  }
}

/** Returns arguments with other names for their fields. A name that another field has is not given again. */
export function withFields<Input>(input: Input, names: ReadonlyMap<string, string> | undefined): Input {
  if (names === undefined || !isRecord(input)) return input
  if (!Object.keys(input).some((key) => names.has(key))) return input
  const entries = Object.entries(input).map(([key, value]): [string, unknown] => {
    const name = names.get(key) ?? key
    return [name !== key && Object.hasOwn(input, name) ? key : name, value]
  })
  return Object.fromEntries(entries) as Input
}
