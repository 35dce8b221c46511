import type { BlockSchema, PartSchema } from './block-schema.ts'

/** A block that is not composite, or one section of a composite block. */
export interface SchemaPart {
  /** `undefined` for the block itself. */
  readonly section: string | undefined
  /** Whether only the system may change it. */
  readonly readOnly: boolean
  readonly schema: PartSchema
}

/** The parts of a schema: its sections, or the block itself. */
export function partSchemas(schema: BlockSchema): readonly SchemaPart[] {
  if (schema.type !== 'composite') return [{ section: undefined, readOnly: false, schema }]
  return schema.sections.map(({ name, readOnly = false, schema: part }) => ({ section: name, readOnly, schema: part }))
}
