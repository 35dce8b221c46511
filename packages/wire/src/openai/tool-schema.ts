import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Ledger, mend } from '../shared/ledger.ts'
import { unions } from '../shared/schema/flatten.ts'
import { mendDraft, mendUnions } from '../shared/schema/mend-schema.ts'
import type { ReportViolation } from '../shared/violation.ts'

/** The keywords that the API rejects at the top level of a schema. */
const refusedAtTop: readonly string[] = [...unions, 'enum', 'not']

/**
 * Returns an argument schema that the API accepts: JSON Schema 2020-12, an object with `type` and `properties` at the
 * top level, even for a tool without arguments, and without alternatives there. Returns the same object if nothing has
 * to change; other changes than adding the two are reported.
 *
 * Source: "object schema missing properties" (evalstate/fast-agent#143, spring-projects/spring-ai#4776) and "got 'type:
 * null'" (farion1231/cc-switch#5490), "schema must have type 'object' and not have
 * 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level" (langchain-ai/langchainjs#9804, cecli-dev/cecli#281), all 400.
 */
export function objectSchema(ledger: Ledger, given: UnknownRecord): { [key: string]: unknown } {
  const schema = mendUnions(ledger, mendDraft(ledger, given), refusedAtTop)
  const { type, properties } = schema
  if (type === 'object' && isRecord(properties)) return schema
  const isOther = (type !== undefined && type !== 'object') || (properties !== undefined && !isRecord(properties))
  if (!isOther) return { type: 'object', properties: {}, ...schema }
  mend(ledger, 'schema', 'The tool schema is sent as an object schema, the only kind that the API accepts.')
  return { ...schema, type: 'object', properties: isRecord(properties) ? properties : {} }
}

/** Reports keywords that the API rejects at the top level. */
export function reportRefused(schema: unknown, path: string, report: ReportViolation): void {
  for (const key of refusedAtTop) {
    if (isRecord(schema) && Object.hasOwn(schema, key))
      report('error', `${path}.${key}`, 'is not allowed at the top level')
  }
}
