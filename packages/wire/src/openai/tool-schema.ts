import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Ledger, mend } from '../shared/ledger.ts'

/**
 * Returns an argument schema that the API accepts: an object with `type` and `properties` at the top level, even for a
 * tool without arguments. Returns the same object if it has both; a schema of another type is reported.
 *
 * Source: "object schema missing properties" (evalstate/fast-agent#143, spring-projects/spring-ai#4776) and "got 'type:
 * null'" (farion1231/cc-switch#5490), both 400.
 */
export function objectSchema(ledger: Ledger, schema: UnknownRecord): { [key: string]: unknown } {
  const { type, properties } = schema
  if (type === 'object' && isRecord(properties)) return schema
  const isOther = (type !== undefined && type !== 'object') || (properties !== undefined && !isRecord(properties))
  if (!isOther) return { type: 'object', properties: {}, ...schema }
  mend(ledger, 'schema', 'The tool schema is sent as an object schema, the only kind that the API accepts.')
  return { ...schema, type: 'object', properties: isRecord(properties) ? properties : {} }
}
