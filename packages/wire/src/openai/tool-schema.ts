import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Ledger, mend } from '../shared/ledger.ts'

/**
 * A schema of arguments as the API takes it: an object with `type` and `properties` at the top, even for a tool without
 * any. The same object where it has both; one of another type is noted.
 *
 * Source: "object schema missing properties" (evalstate/fast-agent#143, spring-projects/spring-ai#4776) and "got 'type:
 * null'" (farion1231/cc-switch#5490), both 400.
 */
export function objectSchema(ledger: Ledger, schema: UnknownRecord): { [key: string]: unknown } {
  const { type, properties } = schema
  if (type === 'object' && isRecord(properties)) return schema
  const isOther = (type !== undefined && type !== 'object') || (properties !== undefined && !isRecord(properties))
  if (!isOther) return { type: 'object', properties: {}, ...schema }
  mend(ledger, 'schema', 'The schema of a tool is sent as one of an object, which is all that the API takes.')
  return { ...schema, type: 'object', properties: isRecord(properties) ? properties : {} }
}
