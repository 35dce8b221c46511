import { isRecord, type UnknownRecord } from '../guards.ts'
import { type Ledger, mend } from '../ledger.ts'
import type { ReportViolation } from '../rules/rule.ts'
import { mapSchemas, resolveReference, visitSchemas } from './visit-schemas.ts'

/** What an API wants of the schema of a strict tool. */
export interface StrictRules {
  /** Keywords without which a schema would mean something else. */
  readonly refused: readonly string[]
  /** Keywords that only narrow values, and may be left out. */
  readonly narrowing: readonly string[]
  readonly formats: readonly unknown[]
  /** Whether an object lists all of its fields as required. */
  readonly needsAllFields: boolean
  /** Whether a value may be anything. */
  readonly takesAnything: boolean
  /** Whether a schema may contain itself. */
  readonly takesLoops: boolean
}

/** Keywords that no API takes in the schema of a strict tool. */
export const neverStrict: readonly string[] = [
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
]

/**
 * Returns a schema as the API wants it of a strict tool: its objects are closed, and it has no `oneOf` and no narrowing keywords or
 * formats that the API does not know; `undefined` with a row if it has what no strict schema may have. The same object if nothing
 * has to change.
 */
export function strictSchema(ledger: Ledger, given: UnknownRecord, rules: StrictRules): UnknownRecord | undefined {
  const schema = mapSchemas(given, (one) => closed(one, rules))
  const problems = new Set(rules.takesLoops || !containsItself(schema) ? [] : ['it contains itself'])
  visitSchemas(schema, '', ({ value }) => {
    for (const [, problem] of problemsOf(value, rules)) problems.add(problem)
  })
  if (problems.size > 0) {
    const why = [...problems].slice(0, 5).join('; ')
    return void mend(ledger, 'schema', `The tool is sent without strict, which its schema cannot be: ${why}.`)
  }
  if (schema !== given) {
    const what = 'objects are closed, oneOf is anyOf, and formats and limits that the API does not know are left out'
    mend(ledger, 'schema', `The schema is written as a strict one: ${what}.`)
  }
  return schema
}

/** Reports what the API rejects in the schema of a strict tool. */
export function reportNotStrict(schema: unknown, path: string, report: ReportViolation, rules: StrictRules): void {
  visitSchemas(schema, path, ({ value, path: place }) => {
    if (closed(value, rules) !== value)
      report(
        'error',
        place,
        'of a strict tool is not closed, or has oneOf, a format or a limit that the API does not know',
      )
    for (const [key, problem] of problemsOf(value, rules))
      report('error', `${place}.${key}`, `of a strict tool: ${problem}`)
  })
}

function closed(one: UnknownRecord, { formats, narrowing, needsAllFields }: StrictRules): UnknownRecord {
  const { oneOf, anyOf, properties, required } = one
  const unknown = Object.keys(one).filter((key) => {
    if (key === 'format') return !formats.includes(one[key])
    // Claude takes 0 and 1.
    return narrowing.includes(key) && !(key === 'minItems' && Number(one[key]) <= 1)
  })
  const isOpen = isObjectSchema(one) && isRecord(properties) && one['additionalProperties'] === undefined
  const isEmpty = isOpen && needsAllFields && required === undefined && Object.keys(properties).length === 0
  const isChoice = Array.isArray(oneOf) && anyOf === undefined
  if (unknown.length === 0 && !isChoice && !isOpen) return one
  const kept = Object.entries(one).filter(([key]) => !unknown.includes(key) && !(isChoice && key === 'oneOf'))
  return {
    ...Object.fromEntries(kept),
    ...(isChoice && { anyOf: oneOf }),
    ...(isEmpty && { required: [] }),
    ...(isOpen && { additionalProperties: false }),
  }
}

function problemsOf(one: UnknownRecord, rules: StrictRules): readonly (readonly [key: string, problem: string])[] {
  const found: [string, string][] = []
  for (const key of [...rules.refused, 'oneOf']) if (Object.hasOwn(one, key)) found.push([key, `it has ${key}`])
  const { type, properties, required, additionalProperties } = one
  const fields = isRecord(properties) ? Object.entries(properties) : []
  if (isObjectSchema(one)) {
    const missing = fields.filter(([name]) => !(Array.isArray(required) && required.includes(name)))
    const [names, rest] = [missing.slice(0, 5).map(([name]) => name), missing.length > 5 ? ' and others' : '']
    if (rules.needsAllFields && missing.length > 0)
      found.push(['required', `${names.join(', ')}${rest} may be missing`])
    if (additionalProperties !== false) found.push(['additionalProperties', 'an object may have any fields'])
  } else if (!rules.takesAnything && type === undefined && !typed.some((key) => Object.hasOwn(one, key)))
    found.push(['type', 'a value may be anything'])
  if (!rules.takesAnything && fields.some(([, field]) => typeof field === 'boolean'))
    found.push(['properties', 'a field may be anything'])
  return found
}

const typed: readonly string[] = ['anyOf', '$ref', 'enum', 'const']

function isObjectSchema({ type, properties }: UnknownRecord): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object')) || isRecord(properties)
}

/** Whether a schema refers to one that contains the reference, directly or through others. Chains of any length are followed. */
function containsItself(root: UnknownRecord): boolean {
  const targetsIn = (schema: UnknownRecord): UnknownRecord[] => {
    const targets: UnknownRecord[] = []
    visitSchemas(schema, '', ({ value }) => {
      const target = resolveReference(root, value['$ref'])
      if (isRecord(target)) targets.push(target)
    })
    return targets
  }
  // Definitions at the top are no part of what is around them.
  const { $defs: _, definitions: __, ...top } = root
  const path = [{ schema: root, targets: targetsIn(top) }]
  const [open, done] = [new Set([root]), new Set<UnknownRecord>()]
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const next = last.targets.pop()
    if (next === undefined) {
      path.pop()
      open.delete(last.schema)
      done.add(last.schema)
    } else if (open.has(next)) return true
    else if (!done.has(next)) {
      open.add(next)
      path.push({ schema: next, targets: targetsIn(next) })
    }
  }
  return false
}
