import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Ledger, mend } from '../shared/ledger.ts'
import type { ReportViolation } from '../shared/rules/rule.ts'
import { mendDraft, mendUnions, unions } from '../shared/schema/mend-schema.ts'
import { neverStrict, type StrictRules } from '../shared/schema/strict.ts'
import { mapSchemas, visitSchemas } from '../shared/schema/visit-schemas.ts'

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
  const schema = withAccepted(ledger, mendUnions(ledger, mendDraft(ledger, given), refusedAtTop))
  const { type, properties, ...others } = schema
  if (type === 'object' && isRecord(properties)) return schema
  const isOther = (type !== undefined && type !== 'object') || (properties !== undefined && !isRecord(properties))
  if (!isOther) return { type: 'object', properties: properties ?? {}, ...others }
  mend(ledger, 'schema', 'The schema is sent as that of an object, which the API requires.')
  return { ...schema, type: 'object', properties: isRecord(properties) ? properties : {} }
}

/** Changes what the API rejects in a schema and in all schemas inside, with a row for each kind of change. */
function withAccepted(ledger: Ledger, given: UnknownRecord): UnknownRecord {
  let schema = given
  for (const [change, row] of changes) {
    const written = mapSchemas(schema, change)
    if (written !== schema) mend(ledger, 'schema', row)
    schema = written
  }
  return schema
}

/**
 * Says what the items of a list are, next to `prefixItems` too. Source: "array schema missing items" (400,
 * streamnative/streamnative-mcp-server#26, AnswerDotAI/fastcore#798), and `true` and `false` (zed-industries/zed#47578);
 * read in November 2026.
 */
function withItems(one: UnknownRecord): UnknownRecord {
  if (!isList(one) || isRecord(one['items'])) return one
  const { prefixItems, maxItems } = one
  const ends = one['items'] === false && maxItems === undefined
  return { ...one, items: {}, ...(ends && { maxItems: Array.isArray(prefixItems) ? prefixItems.length : 0 }) }
}

/**
 * Leaves out patterns that the API cannot read. Fields whose names only such a pattern allows are then allowed by any name.
 *
 * Source: "regex lookaround is not supported" (400, vercel/ai#21037, nicobailon/pi-interactive-shell#69), "is not a 'regex'"
 * for `\\p{Cc}` (400, BerriAI/litellm#40485, Alishahryar1/free-claude-code#1730); read in November 2026.
 */
function withPatterns(one: UnknownRecord): UnknownRecord {
  const { pattern, patternProperties } = one
  const refused = [
    ...(isUnread(pattern) ? ['pattern'] : []),
    ...(isRecord(patternProperties) && Object.keys(patternProperties).some(isUnread)
      ? ['patternProperties', 'additionalProperties']
      : []),
  ]
  if (refused.length === 0) return one
  return Object.fromEntries(Object.entries(one).filter(([key]) => !refused.includes(key)))
}

/** Lookaround, and what the regular expressions of Python, in which the API checks patterns, do not have. */
const unread = /\(\?<?[=!]|\(\?<[A-Za-z_]|\\[pPkc]|\\u\{|\[\^?\]/

function isUnread(pattern: unknown): boolean {
  return typeof pattern === 'string' && unread.test(pattern.replaceAll('\\\\', ''))
}

/**
 * Leaves out values that the type next to them does not allow. Source: "enum value javascript does not validate against
 * {'type': 'null'}" (400, can1357/oh-my-pi#1835, #2652; read in November 2026).
 */
function withValues(one: UnknownRecord): UnknownRecord {
  const { enum: values, ...others } = one
  if (!Array.isArray(values)) return one
  const { type } = one
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const allowed = type === undefined ? values : values.filter((value) => types.some((name) => isOfType(value, name)))
  if (allowed.length === 0) return others
  return allowed.length === values.length ? one : { ...one, enum: allowed }
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

const changes: readonly (readonly [change: (one: UnknownRecord) => UnknownRecord, row: string])[] = [
  [withItems, 'Lists in the schema get the items that the API requires.'],
  [withPatterns, 'Patterns in the schema that the API cannot read are left out.'],
  [withValues, 'Values in the schema that their own type does not allow are left out.'],
]

function isList({ type }: UnknownRecord): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'))
}

/** Reports lists without items, patterns and values that the API may reject, and keywords that it rejects at the top level. */
export function reportRefused(schema: unknown, path: string, report: ReportViolation): void {
  visitSchemas(schema, path, ({ value, path: place }) => {
    if (isList(value) && !isRecord(value['items']))
      report(value['items'] === undefined ? 'error' : 'server', `${place}.items`, 'must be a schema')
    if (withPatterns(value) !== value) report('server', place, 'has a pattern that the API cannot read')
    if (withValues(value) !== value) report('server', `${place}.enum`, 'has values that its type does not allow')
  })
  for (const key of refusedAtTop) {
    if (isRecord(schema) && Object.hasOwn(schema, key))
      report('error', `${path}.${key}`, 'is not allowed at the top level')
  }
}

/**
 * What OpenAI wants of the schema of a strict tool. Source: "Structured Outputs", "Supported schemas";
 * "'additionalProperties' is required to be supplied and to be false" (camunda/connectors#8358), "'propertyNames' is not permitted"
 * (TanStack/ai#976, can1357/oh-my-pi#209), both 400; read in November 2026.
 */
export const openaiStrict: StrictRules = {
  refused: [...neverStrict, 'allOf', 'uniqueItems', 'minProperties', 'maxProperties'],
  narrowing: [],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  needsAllFields: true,
  takesAnything: false,
  takesLoops: true,
}
