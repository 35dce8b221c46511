import type { JsonSchema } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import { shown } from '../document/check-value.ts'

/** What a model has given a tool, or what is wrong with it, told to the model. */
export type Checked = { readonly input: ReadonlyMap<string, unknown> } | { readonly problem: string }

/**
 * Checks what a model has given against the top of a schema: that it is an object, which keys it has, and what is a text or a
 * whole number. What is inside of a value is checked by the block. Each value is read once.
 */
export function checkInput(tool: string, schema: JsonSchema, given: unknown): Checked {
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

/** Tells that a name is none of those that are known, and which those are. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const list = known.length === 0 ? 'There are none.' : `There are: ${known.slice(0, 30).join(', ')}.`
  return `${what} ${JSON.stringify(shown(name))}.${didYouMean(name, known)} ${list}`
}

function valueProblem({ type, minimum, maximum }: JsonSchema, value: unknown): string | undefined {
  if (type === 'string') return typeof value === 'string' ? undefined : 'must be a text'
  if (type !== 'integer') return undefined
  if (!Number.isSafeInteger(value)) return 'must be a whole number'
  if (typeof minimum === 'number' && (value as number) < minimum) return `must be ${minimum} or more`
  if (typeof maximum === 'number' && (value as number) > maximum) return `must be ${maximum} or less`
  return undefined
}
