import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Ledger, mend } from '../shared/ledger.ts'
import { unions } from '../shared/schema/flatten.ts'
import { mendDraft, mendUnions } from '../shared/schema/mend-schema.ts'
import { mapSchemas, visitSchemas } from '../shared/schema/visit-schemas.ts'
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
  const schema = withItems(ledger, mendUnions(ledger, mendDraft(ledger, given), refusedAtTop))
  const { type, properties, ...others } = schema
  if (type === 'object' && isRecord(properties)) return schema
  const isOther = (type !== undefined && type !== 'object') || (properties !== undefined && !isRecord(properties))
  if (!isOther) return { type: 'object', properties: properties ?? {}, ...others }
  mend(ledger, 'schema', 'The tool schema is sent as an object schema, the only kind that the API accepts.')
  return { ...schema, type: 'object', properties: isRecord(properties) ? properties : {} }
}

/**
 * Says what the items of each list are, next to `prefixItems` too. Source: "array schema missing items" (400,
 * streamnative/streamnative-mcp-server#26, AnswerDotAI/fastcore#798), and `true` and `false` (zed-industries/zed#47578);
 * read in November 2026.
 */
function withItems(ledger: Ledger, schema: UnknownRecord): UnknownRecord {
  const written = mapSchemas(schema, (one) => {
    if (!isList(one) || isRecord(one['items'])) return one
    const { prefixItems, maxItems } = one
    const ends = one['items'] === false && maxItems === undefined
    return { ...one, items: {}, ...(ends && { maxItems: Array.isArray(prefixItems) ? prefixItems.length : 0 }) }
  })
  if (written !== schema) mend(ledger, 'schema', 'Lists in the schema get the items that the API requires.')
  return written
}

function isList({ type }: UnknownRecord): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'))
}

/** Reports lists without items, and keywords that the API rejects at the top level. */
export function reportRefused(schema: unknown, path: string, report: ReportViolation): void {
  visitSchemas(schema, path, ({ value, path: place }) => {
    if (isList(value) && !isRecord(value['items']))
      report(value['items'] === undefined ? 'error' : 'server', `${place}.items`, 'must be a schema')
  })
  for (const key of refusedAtTop) {
    if (isRecord(schema) && Object.hasOwn(schema, key))
      report('error', `${path}.${key}`, 'is not allowed at the top level')
  }
}
