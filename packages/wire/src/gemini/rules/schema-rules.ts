import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { each, has, type Placed, type ReportViolation, type Rule } from '../../shared/rules/rule.ts'
import { resolveReference, visitSchemas } from '../../shared/schema/visit-schemas.ts'
import { field } from '../decode/fields.ts'
import { camelOf } from '../part-kinds.ts'
import { typeName } from '../schema/from-openapi.ts'
import { functionsOf } from './read.ts'

export const schemaRules: readonly Rule[] = [
  {
    code: 'GE-SCHEMA',
    what: 'A schema has an object at the top level; arrays have items; references resolve, and have only descriptive siblings.',
    source:
      'I cline/cline#7339, nanbingxyz/5ire#42, pipecat-ai/pipecat-flows#110 (items); langchain-ai/langchain-google#1216, anomalyco/opencode#15795 (anyOf); google-gemini/gemini-cli#13326, #4920, anomalyco/opencode#12295 (JSON Schema); R empty properties and numeric types accepted',
    check: (request, report) => {
      for (const { value, path } of functionsOf(request)) {
        const schema = field(value, 'parametersJsonSchema')
        if (has(schema)) checkJson(schema, `${path}.parametersJsonSchema`, report)
        if (!has(value['parameters'])) continue
        if (has(schema)) report('error', `${path}.parameters`, 'cannot be combined with parametersJsonSchema')
        if (typeOf(value['parameters']) !== 'OBJECT') report('error', `${path}.parameters.type`, 'must be OBJECT')
        for (const node of nodesOf(value['parameters'], `${path}.parameters`)) checkOpenApi(node, report)
      }
    },
  },
  {
    code: 'GE-SCHEMA-FIELD',
    what: 'Function parameters use only the OpenAPI fields that Gemini knows, a single type, and enums of strings that are not empty.',
    source:
      'I pydantic/pydantic-ai#1598, decolua/9router#3018 ("Cannot find field"); brightwave-inc/tidebreak#1516 ("Proto field is not repeating"); sbroenne/mcp-server-excel#607 ("cannot be empty")',
    check: each(functionsOf, ({ value: declaration, path: place }, report) => {
      for (const { value, path } of nodesOf(declaration['parameters'], `${place}.parameters`)) {
        for (const key of Object.keys(value)) {
          if (!fields.includes(camelOf(key))) report('error', `${path}.${key}`, 'is not a field that Gemini knows')
        }
        if (has(value['type']) && !types.includes(typeOf(value)))
          report('error', `${path}.type`, 'must be a single type')
        const values = value['enum']
        if (Array.isArray(values) && !values.every((one) => typeof one === 'string')) {
          report('error', `${path}.enum`, 'must be strings')
        } else if (Array.isArray(values) && values.includes('')) {
          report('error', `${path}.enum`, 'must not have an empty string')
        }
      }
    }),
  },
]

function checkOpenApi({ value, path }: Placed, report: ReportViolation): void {
  const type = typeOf(value)
  if (type === 'ARRAY' && !isRecord(value['items'])) report('error', `${path}.items`, 'is missing')
  const { properties } = value
  if (type === 'OBJECT' && isRecord(properties) && Object.keys(properties).length === 0) {
    report('server', `${path}.properties`, 'is empty')
  }
  if (has(field(value, 'anyOf')) && Object.keys(value).length > 1)
    report('server', path, 'has other fields next to anyOf, which Vertex refuses')
  if (type === undefined && !has(field(value, 'anyOf'))) report('server', `${path}.type`, 'is missing')
}

function checkJson(schema: unknown, path: string, report: ReportViolation): void {
  if (!isRecord(schema) || schema['type'] !== 'object') {
    report('error', path, 'must be a JSON Schema with type "object"')
    return
  }
  visitSchemas(schema, path, ({ value, path: place }) => {
    for (const limit of ['exclusiveMinimum', 'exclusiveMaximum']) {
      if (has(value[limit]) && typeof value[limit] !== 'number')
        report('error', `${place}.${limit}`, 'must be a number')
    }
    const { $ref } = value
    if (typeof $ref !== 'string') return
    const isDefined = $ref.startsWith('#/$defs/') && resolveReference(schema, $ref) !== undefined
    if (!isDefined) report('error', `${place}.$ref`, 'refers to nothing in $defs')
    const others = Object.keys(value).filter((key) => !key.startsWith('$') && !referenceSiblings.includes(key))
    if (others.length > 0) report('error', place, `has ${others.join(', ')} next to a reference`)
  })
}

const referenceSiblings: readonly string[] = ['description', 'default']

/** Fields of `parameters`. Source: types of @google/genai, `Schema`. */
const fields: readonly string[] = [
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'default',
  'items',
  'minItems',
  'maxItems',
  'enum',
  'properties',
  'propertyOrdering',
  'required',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
]

const types: readonly unknown[] = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL']

function typeOf(schema: unknown): string | undefined {
  return isRecord(schema) ? typeName(schema['type']) : undefined
}

/** Visits an OpenAPI schema and all schemas in it, each object once. */
function nodesOf(schema: unknown, path: string): Placed[] {
  const nodes: Placed[] = []
  // Without recursion, which a deep schema would break.
  const seen = new Set<unknown>()
  const left: [unknown, string][] = [[schema, path]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, place] = next
    if (!isRecord(value) || seen.has(value)) continue
    seen.add(value)
    nodes.push({ value, path: place })
    const branches = field(value, 'anyOf')
    const properties: UnknownRecord = isRecord(value['properties']) ? value['properties'] : {}
    const inside: [unknown, string][] = [[value['items'], `${place}.items`]]
    if (Array.isArray(branches))
      for (const [index, one] of branches.entries()) inside.push([one, `${place}.anyOf[${index}]`])
    for (const [name, one] of Object.entries(properties)) inside.push([one, `${place}.properties.${name}`])
    for (const one of inside.reverse()) left.push(one)
  }
  return nodes
}
