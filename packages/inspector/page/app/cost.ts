import type { TranscriptRequest } from '@lamella/provider-fs/transcripts'
import { type Comparison, repeatedTokens } from '../../src/model/compare-builds.ts'
import { cachePrices, priceOf, type TokenFactors } from '../../src/model/price.ts'
import type { App } from './app.ts'
import type { BuildEntry, Entry } from './entry.ts'
import { factorsOf, type ModelPrice, priceOfModel } from './model-prices.ts'

/** The prices by which a request is counted. */
export interface ChosenPrices {
  readonly factors: TokenFactors
  /** The model that has them, unless somebody chose factors. */
  readonly model: ModelPrice | undefined
}

/** Returns the prices of a request: those that somebody chose, or those of its model. */
export function pricesFor(chosen: App['prices']['value'], model: string, tokens: number): ChosenPrices {
  if (typeof chosen === 'object') return { factors: chosen, model: undefined }
  const named = priceOfModel(chosen ?? model)
  return { factors: named ? factorsOf(named, tokens) : cachePrices[0], model: named }
}

/** Returns what the input of a request costs, in US dollars; `undefined` if nobody has said a price. */
function costOf(
  chosen: App['prices']['value'],
  model: string,
  { repeated, added }: Pick<Comparison, 'repeated' | 'added'>,
): number | undefined {
  const { factors } = pricesFor(chosen, model, repeated + added)
  return factors.input === undefined ? undefined : (priceOf({ repeated, added }, factors) * factors.input) / 1e6
}

const repeats = new WeakMap<object, number>()

/** Returns what the input of a build costs, if a prompt cache has what it repeats of the one before it in its session. */
export function costOfEntry(
  { build, previous }: BuildEntry,
  entries: readonly Entry[],
  chosen: App['prices']['value'],
): number | undefined {
  const { made, parameters } = build
  if (!made) return undefined
  const before = previous === undefined ? undefined : entries[previous]
  let repeated = repeats.get(build)
  if (repeated === undefined) {
    repeated = before?.kind === 'build' && before.build.made ? repeatedTokens(before.build.made, made) : 0
    repeats.set(build, repeated)
  }
  return costOf(chosen, parameters.model ?? '', { repeated, added: made.tokens.total - repeated })
}

/** Returns what a request of another agent cost, in US dollars: as its program says, or its input by the prices of its model. */
export function costOfTranscript({ cost, model = '', usage }: TranscriptRequest): number | undefined {
  if (cost !== undefined) return cost
  const price = priceOfModel(model)
  if (!price) return undefined
  const { input: fresh, cacheRead, cacheWrite = 0 } = usage
  const { input = 0, read, write } = factorsOf(price, fresh + cacheRead + cacheWrite)
  return ((fresh + cacheRead * read + cacheWrite * write) * input) / 1e6
}
