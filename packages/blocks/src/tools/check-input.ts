import type { JsonSchema } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import { shown } from '../document/check-value.ts'
import type { ToolInput } from './tool.ts'

/** The checked input of a tool, or what the model did wrong. */
export type Checked = { readonly input: ToolInput } | { readonly problem: string }

/**
 * Checks the top level of an input against the tool's schema: its keys, texts and whole numbers. The operation of the
 * block checks nested values.
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

/** Reports an unknown name and lists the known ones. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const list = known.length === 0 ? 'There are none.' : `Use one of these: ${known.slice(0, 30).join(', ')}.`
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
