import { isObject } from '@lamella/core/plugin'

type Schema = Readonly<Record<string, unknown>>

/** The most levels of an input that are checked; deeper ones are refused, since the check could not vouch for them. */
const mostLevels = 32

/**
 * Returns what is wrong with an input by its JSON Schema, as a sentence for the model: types, required and unknown
 * properties, values, sizes, and the alternatives of `anyOf`, `oneOf` and `allOf`. Other keywords (`pattern`, `format`,
 * `$ref`) are left to the tool.
 */
export function inputProblem(schema: unknown, input: unknown, path = 'input', level = 0): string | undefined {
  if (schema === true || !isObject(schema)) return schema === false ? `${path} must not be there` : undefined
  if (level > mostLevels) return `${path} is nested too deeply`
  // OpenAPI's word for it, which schemas made from one have.
  if (input === null && schema['nullable'] === true) return undefined
  const types = typesOf(schema)
  if (types !== undefined && !types.some((type) => isOf(type, input))) return `${path} must be ${types.join(' or ')}`
  const { enum: values } = schema
  if (Array.isArray(values) && !values.some((value) => isSame(value, input))) {
    return `${path} must be one of ${JSON.stringify(values).slice(0, 300)}`
  }
  if (schema['const'] !== undefined && !isSame(schema['const'], input)) {
    return `${path} must be ${JSON.stringify(schema['const'])?.slice(0, 300)}`
  }
  return (
    sizeProblem(schema, input, path) ??
    (isObject(input) ? objectProblem(schema, input, path, level) : undefined) ??
    (Array.isArray(input) ? listProblem(schema, input, path, level) : undefined) ??
    alternativesProblem(schema, input, path, level)
  )
}

function objectProblem(schema: Schema, input: Schema, path: string, level: number): string | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const missing = required.find((key) => typeof key === 'string' && !Object.hasOwn(input, key))
  if (missing !== undefined) return `${path}.${String(missing)} is missing`
  for (const key of Object.keys(input)) {
    const isKnown = Object.hasOwn(properties, key)
    const other = isObject(schema['patternProperties']) ? true : schema['additionalProperties']
    if (!isKnown && other === false) {
      return `${path} has no property ${JSON.stringify(key.slice(0, 64))}; use ${Object.keys(properties).slice(0, 30).join(', ')}`
    }
    const problem = inputProblem(
      isKnown ? properties[key] : other,
      input[key],
      `${path}.${key.slice(0, 64)}`,
      level + 1,
    )
    if (problem !== undefined) return problem
  }
  return undefined
}

function listProblem({ items }: Schema, input: readonly unknown[], path: string, level: number): string | undefined {
  if (!isObject(items)) return undefined
  for (const [index, value] of input.entries()) {
    const problem = inputProblem(items, value, `${path}[${index}]`, level + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

function alternativesProblem(schema: Schema, input: unknown, path: string, level: number): string | undefined {
  for (const one of Array.isArray(schema['allOf']) ? schema['allOf'] : []) {
    const problem = inputProblem(one, input, path, level + 1)
    if (problem !== undefined) return problem
  }
  for (const key of ['anyOf', 'oneOf']) {
    const list: unknown = schema[key]
    if (!Array.isArray(list) || list.length === 0) continue
    const problems = list.map((one) => inputProblem(one, input, path, level + 1))
    if (!problems.includes(undefined)) return problems[0]
  }
  return undefined
}

function sizeProblem(schema: Schema, input: unknown, path: string): string | undefined {
  const limit = (key: string): number | undefined => (typeof schema[key] === 'number' ? schema[key] : undefined)
  const check = (size: number, low: string, high: string, what: string): string | undefined => {
    const [least, most] = [limit(low), limit(high)]
    if (least !== undefined && size < least) return `${path}${what} must be ${least} or more`
    return most !== undefined && size > most ? `${path}${what} must be ${most} or less` : undefined
  }
  if (typeof input === 'number') return check(input, 'minimum', 'maximum', '')
  if (typeof input === 'string') return check([...input].length, 'minLength', 'maxLength', ', in characters,')
  return Array.isArray(input) ? check(input.length, 'minItems', 'maxItems', ', in items,') : undefined
}

function typesOf({ type }: Schema): readonly string[] | undefined {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) && type.every((one) => typeof one === 'string') ? type : undefined
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'object') return isObject(value) && !Array.isArray(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'null') return value === null
  // An unknown type is that of another dialect: the tool knows it.
  return type === 'string' || type === 'boolean' ? typeof value === type : true
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
