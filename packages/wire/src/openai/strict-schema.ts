import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Ledger, mend } from '../shared/ledger.ts'
import { mapSchemas, visitSchemas } from '../shared/schema/visit-schemas.ts'
import type { ReportViolation } from '../shared/violation.ts'

/** Keywords that no strict schema has, in place of which there is no other way to say the same. */
const refused: readonly string[] = [
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'prefixItems',
  'contains',
  'uniqueItems',
  'minProperties',
  'maxProperties',
]

const formats: readonly unknown[] = 'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ')

/**
 * Returns a schema as the API wants it of a strict tool: its objects are closed, and it has no other formats and no `oneOf`;
 * `undefined` with a row if it has what no strict schema may have, such as fields that may be missing. The same object if nothing
 * has to change.
 *
 * Source: OpenAI, "Structured Outputs", "Supported schemas"; "'additionalProperties' is required to be supplied and to be false"
 * (camunda/connectors#8358), "'propertyNames' is not permitted" (TanStack/ai#976, can1357/oh-my-pi#209), both 400; read in
 * November 2026.
 */
export function strictSchema(ledger: Ledger, given: UnknownRecord): UnknownRecord | undefined {
  const schema = mapSchemas(given, closed)
  const problems = new Set<string>()
  visitSchemas(schema, '', ({ value }) => {
    for (const [, problem] of problemsOf(value)) problems.add(problem)
  })
  if (problems.size > 0) {
    const why = [...problems].slice(0, 5).join('; ')
    return void mend(ledger, 'schema', `The tool is sent without strict, which its schema cannot be: ${why}.`)
  }
  if (schema !== given)
    mend(ledger, 'schema', 'The schema is written as a strict one: its objects are closed, without other formats.')
  return schema
}

/** Reports what the API rejects in the schema of a strict tool. */
export function reportNotStrict(schema: unknown, path: string, report: ReportViolation): void {
  visitSchemas(schema, path, ({ value, path: place }) => {
    if (closed(value) !== value)
      report('error', place, 'of a strict tool is not closed, or has oneOf or a format that is not known')
    for (const [key, problem] of problemsOf(value)) report('error', `${place}.${key}`, `of a strict tool: ${problem}`)
  })
}

function closed(one: UnknownRecord): UnknownRecord {
  const { format, oneOf, ...others } = one
  const isOpen = isObjectSchema(one) && isRecord(one['properties']) && one['additionalProperties'] === undefined
  const isEmpty = isOpen && one['required'] === undefined && Object.keys(one['properties'] as object).length === 0
  const hasFormat = format !== undefined && formats.includes(format)
  const isChoice = Array.isArray(oneOf) && one['anyOf'] === undefined
  if ((format === undefined || hasFormat) && !isChoice && !isOpen) return one
  return {
    ...others,
    ...(hasFormat && { format }),
    ...(isChoice ? { anyOf: oneOf } : oneOf !== undefined && { oneOf }),
    ...(isEmpty && { required: [] }),
    ...(isOpen && { additionalProperties: false }),
  }
}

function problemsOf(one: UnknownRecord): readonly (readonly [key: string, problem: string])[] {
  const found: [string, string][] = []
  for (const key of [...refused, 'oneOf']) if (Object.hasOwn(one, key)) found.push([key, `it has ${key}`])
  const { type, properties, required, additionalProperties } = one
  if (isObjectSchema(one)) {
    const names = isRecord(properties) ? Object.keys(properties) : []
    const missing = names.filter((name) => !(Array.isArray(required) && required.includes(name)))
    if (missing.length > 0) found.push(['required', `${missing.slice(0, 5).join(', ')} may be missing`])
    if (additionalProperties !== false) found.push(['additionalProperties', 'an object may have any fields'])
    if (Object.values(isRecord(properties) ? properties : {}).some((field) => typeof field === 'boolean'))
      found.push(['properties', 'a field has no type'])
  } else if (type === undefined && !['anyOf', '$ref', 'enum', 'const'].some((key) => Object.hasOwn(one, key)))
    found.push(['type', 'a value may be anything'])
  return found
}

function isObjectSchema({ type, properties }: UnknownRecord): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object')) || isRecord(properties)
}
