import type { ModelDefinition } from '../define-model.ts'

/** A parsed catalogue entry. */
export interface Entry {
  readonly provider: string
  /** The entry's name in the catalogue. */
  readonly name: string
  /**
   * Everything but its names, a description of the problem, or `undefined` for a model that does not answer with text.
   */
  readonly read: Omit<ModelDefinition, 'id' | 'aliases'> | string | undefined
}

/** The largest plausible number of tokens: more is a mistake. */
const mostTokens = 1e9

/** Returns a number of tokens, or `undefined` for anything else. Some catalogues write numbers as text. */
function tokens(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= 1 && (number as number) <= mostTokens
    ? (number as number)
    : undefined
}

/** Returns the list, or an empty one for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns consistent sizes, or a description of the problem. `names` are the catalogue's names for them. */
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
