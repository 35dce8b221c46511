import type { BlockSchema } from './block-schema.ts'
import { checkSchema } from './check-schema.ts'

/**
 * Checks a schema and gives a frozen copy of it, with its names and types kept as they are, so that documents of it are
 * typed by it.
 *
 * @throws LamellaError `BLOCK_SCHEMA_INVALID` that leads to what is wrong
 * @example
 * const profile = defineSchema({
 *   type: 'map',
 *   fields: [
 *     { name: 'name', type: 'text' },
 *     { name: 'visits', type: 'counter' },
 *   ],
 * })
 */
export function defineSchema<const Schema extends BlockSchema>(schema: Schema): Schema {
  return checkSchema(schema) as Schema
}
