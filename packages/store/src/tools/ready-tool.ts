import { isLamellaError, type JsonSchema } from '@lamella/core'
import { cutText, didYouMean, isObject } from '@lamella/core/plugin'
import type { ReadyTool, ToolAnswer, ToolCallOptions, ToolInputSchema } from '../contract/ready-tool.ts'

/** A tool before its input checks and its executor are added. */
export interface ReadyToolInit {
  readonly name: string
  /** One or two sentences for the model. */
  readonly description: string
  /** The JSON Schema of each parameter. */
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  /** Runs a call. What it throws is a failure: the model learns only that there was one. */
  run(input: ToolInput, options: ToolCallOptions): Promise<ToolAnswer> | ToolAnswer
  /** The model's answer when `run` throws. */
  readonly failed?: string
  /** Receives what `run` threw. */
  readonly onError?: ((error: unknown, tool: string) => void) | undefined
}

/**
 * Makes a tool that checks what the model wrote before it runs, and that never rejects. Nothing of a thrown error
 * reaches the model, since its text may name paths or data of others.
 *
 * @example
 * const clock = readyTool({
 *   name: 'tell_time',
 *   description: 'Tells the time.',
 *   properties: {},
 *   required: [],
 *   run: () => answer('Noon.'),
 * })
 */
export function readyTool({
  name,
  description,
  properties,
  required,
  run,
  failed = `${name} has failed. Continue without it, or try again later.`,
  onError,
}: ReadyToolInit): ReadyTool {
  const inputSchema = toolInputSchema(name, properties, required)
  return Object.freeze({
    name,
    description,
    inputSchema,
    async execute(given: unknown, options: ToolCallOptions = {}): Promise<ToolAnswer> {
      try {
        const checked = checkToolInput(name, inputSchema, given)
        if ('problem' in checked) return refusal(checked.problem)
        const { scope, signal = options.abortSignal } = options
        const call = { ...(scope && { scope }), ...(signal && { signal }) }
        return signal?.aborted ? refusal('The call was cancelled.') : await run(checked.input, call)
      } catch (error) {
        if (isLamellaError(error, 'ABORTED')) return refusal('The call was cancelled.')
        report(error)
        return refusal(failed)
      }
    },
    toModelOutput: ({ output }: { readonly output: ToolAnswer }) => output,
  })

  function report(error: unknown): void {
    try {
      onError?.(error, name)
    } catch {
      // A throwing listener does not change the answer.
    }
  }
}

/** A checked input: only known parameters, each read once. */
export type ToolInput = ReadonlyMap<string, unknown>

/** The checked input of a tool, or what the model did wrong, as a sentence for it. */
export type CheckedToolInput = { readonly input: ToolInput } | { readonly problem: string }

/** The most characters of a name that the model wrote in a sentence about it. */
const longestShown = 64

/**
 * Checks the top level of an input against the tool's schema: its keys, texts, whole numbers and lists of texts, with
 * their limits. Nested values are up to the tool. `null` for a parameter that is not required is none: models and strict
 * modes write it in its place. So is a missing input, if nothing is required.
 *
 * @param schema An object schema as `toolInputSchema` returns it.
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
  const values = required.length === 0 ? (given ?? {}) : given
  if (!isObject(values)) return { problem: `${tool} takes an object with ${known.join(', ')}.` }
  const input = new Map<string, unknown>()
  for (const key of Object.keys(values)) {
    if (!known.includes(key)) return { problem: unknownName(`${tool} has no parameter`, key, known) }
    const value: unknown = values[key]
    if (value === undefined || (value === null && !required.includes(key))) continue
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

/**
 * Returns the schema of a tool's input: a plain JSON Schema with a hidden key by which libraries validate an input.
 *
 * @example
 * const schema = toolInputSchema('recall', { query: { type: 'string' } }, ['query'])
 */
export function toolInputSchema(
  tool: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): ToolInputSchema {
  const schema: JsonSchema = { type: 'object', properties, required, additionalProperties: false }
  // A copy each time: hosts add keys of their own to what they get.
  const convert = (): Record<string, unknown> => structuredClone(schema) as Record<string, unknown>
  const standard: ToolInputSchema['~standard'] = {
    version: 1,
    vendor: 'lamella',
    validate: (value) => {
      const checked = checkToolInput(tool, schema, value)
      if ('problem' in checked) return { issues: [{ message: checked.problem }] }
      return { value: Object.fromEntries(checked.input) }
    },
    jsonSchema: { input: convert, output: convert },
  }
  return Object.defineProperty({ ...schema }, '~standard', { value: Object.freeze(standard) }) as ToolInputSchema
}

/** Makes a tool's answer for the model. Halves of surrogate pairs, which a request cannot contain, become U+FFFD. */
export function answer(value: string): ToolAnswer {
  return { type: 'text', value: wellFormed(value) }
}

/** Makes an answer that explains to the model what is wrong with its call. */
export function refusal(value: string): ToolAnswer {
  return { type: 'error-text', value: wellFormed(value) }
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
