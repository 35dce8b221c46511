import type { ModelDefinition } from '../define-model.ts'

/** One entry of a catalogue, read. */
export interface Entry {
  readonly provider: string
  /** Its name in the catalogue. */
  readonly name: string
  /** All but its names; or what is wrong with it; or `undefined` for what is no model that answers with text. */
  readonly read: Omit<ModelDefinition, 'id' | 'aliases'> | string | undefined
}

/** More tokens than this are a mistake. */
const mostTokens = 1e9

/** A number of tokens, or `undefined` for anything else. Some catalogues write numbers as text. */
function tokens(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= 1 && (number as number) <= mostTokens
    ? (number as number)
    : undefined
}

/** A list, or nothing where there is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Sizes that fit each other, or what is wrong with them. `names` are those that the catalogue gives them. */
export function sizes(
  given: { readonly window: unknown; readonly output: unknown; readonly input?: unknown },
  names: { readonly window: string; readonly output: string },
): { readonly contextWindow: number; readonly maxOutput: number; readonly maxInput?: number } | string {
  const [window, output, input] = [tokens(given.window), tokens(given.output), tokens(given.input)]
  if (window === undefined) return `its ${names.window} is not a number of tokens`
  if (output === undefined) return `its ${names.output} is not a number of tokens`
  if (output > window) return `its ${names.output} is larger than its ${names.window}`
  return { contextWindow: window, maxOutput: output, ...(input !== undefined && input < window && { maxInput: input }) }
}
