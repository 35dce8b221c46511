import type { BlockSchema, PartSchema } from './block-schema.ts'

/** A non-composite block, or one section of a composite block. */
export interface SchemaPart {
  /** `undefined` for the whole block. */
  readonly section: string | undefined
  /** Whether only the system can change it. */
  readonly readOnly: boolean
  readonly schema: PartSchema
}

/** Returns the parts of a schema: its sections, or the whole block. */
export function partSchemas(schema: BlockSchema): readonly SchemaPart[] {
  if (schema.type !== 'composite') return [{ section: undefined, readOnly: false, schema }]
  return schema.sections.map(({ name, readOnly = false, schema: part }) => ({ section: name, readOnly, schema: part }))
}
