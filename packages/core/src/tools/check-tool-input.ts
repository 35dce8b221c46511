import type { JsonSchema } from '../contract/message.ts'
import { isObject } from '../options.ts'
import { didYouMean } from '../suggest.ts'
import { cutText } from '../text/cut.ts'

/** A checked input: only known parameters, each read once. */
export type ToolInput = ReadonlyMap<string, unknown>

/** The checked input of a tool, or what the model did wrong, as a sentence for it. */
export type CheckedToolInput = { readonly input: ToolInput } | { readonly problem: string }

/** The most characters of a name that the model wrote in a sentence about it. */
const longestShown = 64

/**
 * Checks the top level of an input against the tool's schema: its keys, texts, whole numbers and lists of texts, with
 * their limits. Nested values are up to the tool.
 *
 * @param schema An object schema as `objectSchema` returns it.
 * @example
 * const checked = checkToolInput('recall', schema, { query: 'tea' })
 * if ('problem' in checked) return refusal(checked.problem)
 */
export function checkToolInput(tool: string, schema: JsonSchema, given: unknown): CheckedToolInput {
  const { properties, required } = schema as {
    readonly properties: Readonly<Record<string, JsonSchema>>
    readonly required: readonly string[]
  }
  const known = Object.keys(properties)
  if (!isObject(given)) return { problem: `${tool} takes an object with ${known.join(', ')}.` }
  const input = new Map<string, unknown>()
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) return { problem: unknownName(`${tool} has no parameter`, key, known) }
    const value: unknown = given[key]
    if (value === undefined) continue
    const problem = valueProblem(properties[key] ?? {}, value)
    if (problem !== undefined) return { problem: `${tool}: ${key} ${problem}.` }
    input.set(key, value)
  }
  const missing = required.find((key) => !input.has(key))
  return missing === undefined ? { input } : { problem: `${tool}: ${missing} is missing.` }
}

/** Reports a name that the model wrote and that does not exist, and lists the known ones. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const list = known.length === 0 ? 'There are none.' : `Use one of these: ${known.slice(0, 30).join(', ')}.`
  return `${what} ${JSON.stringify(cutText(name, longestShown))}.${didYouMean(name, known)} ${list}`
}

/** Returns the JSON Schema of an object with exactly these properties. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

function valueProblem(schema: JsonSchema, value: unknown): string | undefined {
  const { type, items } = schema
  if (type === 'string') return textProblem(schema, value)
  if (type === 'integer') return numberProblem(schema, value)
  return type === 'array' && isObject(items) && items['type'] === 'string'
    ? listProblem(schema, items, value)
    : undefined
}

function textProblem({ maxLength, minLength }: JsonSchema, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text'
  if (typeof maxLength === 'number' && value.length > maxLength) return `must have ${maxLength} characters or fewer`
  return typeof minLength === 'number' && value.trim().length < minLength ? 'must not be empty' : undefined
}

function numberProblem({ minimum, maximum }: JsonSchema, value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return 'must be a whole number'
  if (typeof minimum === 'number' && (value as number) < minimum) return `must be ${minimum} or more`
  if (typeof maximum === 'number' && (value as number) > maximum) return `must be ${maximum} or less`
  return undefined
}

function listProblem({ maxItems }: JsonSchema, items: JsonSchema, value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return 'must be a list of texts'
  if (typeof maxItems === 'number' && value.length > maxItems) return `must have ${maxItems} texts or fewer`
  const problem = value.map((one) => textProblem(items, one)).find((one) => one !== undefined)
  return problem === undefined ? undefined : `has a text that ${problem}`
}
