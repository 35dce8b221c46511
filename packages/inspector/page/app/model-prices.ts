import type { TokenFactors } from '../../src/model/price.ts'

/** Built in by `scripts/page-parts.mjs`, from the table of `@lamella/models`. */
declare const MODEL_PRICES: string
declare const MODEL_PRICES_DATE: string

/** The prices of a model, in US dollars per million tokens. */
export interface ModelPrice {
  readonly id: string
  readonly names: readonly string[]
  /** Its context window, in tokens. */
  readonly window: number
  readonly usual: TokenFactors
  /** Of requests with more than `above` tokens. */
  readonly long?: { readonly above: number; readonly factors: TokenFactors }
}

/** The day of the prices. */
export const pricesDate: string = MODEL_PRICES_DATE

/** All models whose prices are known. */
export const modelPrices: readonly ModelPrice[] = MODEL_PRICES.split('\n').map((line): ModelPrice => {
  const [all = '', ...fields] = line.split(' ')
  const [window = 0, ...numbers] = fields.map(Number)
  const names = all.split(',')
  const above = numbers[3]
  const long = above === undefined ? undefined : { above, factors: factorsIn(numbers.slice(4)) }
  return { id: names[0] ?? '', names, window, usual: factorsIn(numbers), ...(long && { long }) }
})

function factorsIn([input = 0, read = 0, write = 0]: readonly number[]): TokenFactors {
  return input > 0 ? { input, read: read / input, write: write / input } : { input, read: 1, write: 1 }
}

/**
 * Returns the model that a name stands for: as its vendor writes it, after a path as in `openai/gpt-4o`, or as on Bedrock and
 * Vertex.
 */
export function priceOfModel(name: string): ModelPrice | undefined {
  const last = name.trim().toLowerCase().split('/').at(-1) ?? ''
  const plain = last
    .replace(/^(?:[a-z-]{2,6}\.)?[a-z]+\.(?=[a-z])/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/@default$/, '')
    .replace('@', '-')
  return [last, plain].map((one) => modelPrices.find(({ names }) => names.includes(one))).find(Boolean)
}

/** Returns the prices of a model for a request of a size. */
export function factorsOf({ usual, long }: ModelPrice, tokens: number): TokenFactors {
  return long && tokens > long.above ? long.factors : usual
}
