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

/** Prices as a catalogue has them. */
interface GivenPrices {
  readonly input: unknown
  readonly output: unknown
  readonly read?: unknown
  readonly write?: unknown
}

/** Returns prices in US dollars per million tokens; nothing if a catalogue has none, or none that can be. `times`: from its unit. */
export function pricesFrom(
  { input, output, read, write }: GivenPrices,
  times: number,
  source: string,
): Pick<ModelDefinition, 'prices'> {
  const [own, answer] = [price(input, times), price(output, times)]
  if (own === undefined || answer === undefined) return {}
  const [cached, written] = [price(read, times), price(write, times)]
  const writes = written === undefined ? {} : { writes: { default: written } }
  return { prices: [{ input: own, output: answer, ...(cached !== undefined && { read: cached }), ...writes, source }] }
}

/** Divisions of prices by token leave digits that nobody published. */
function price(value: unknown, times: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined
  return Number((value * times).toPrecision(10))
}
