import type { RequestLayout } from './build-details.ts'

/** What input costs, in US dollars. */
export interface InputCost {
  /** Without a prompt cache. */
  readonly uncached: number
  /** With a prompt cache that has what repeats the request before: that is read, the rest is written. */
  readonly cached: number
}

/**
 * What a request costs, in US dollars, by the tokens that the build counted. `layers`, `tools` and `framing` add up to the
 * request.
 */
export interface CostReport<Names extends string = string> extends InputCost {
  readonly layers: Readonly<Partial<Record<Names, InputCost>>>
  readonly tools: InputCost
  readonly framing: InputCost
  /** The most that the answer can cost: all of the reserve. */
  readonly answer: number
}

/** What the requests of a run have cost so far, in US dollars, without their answers. */
export interface RunCost extends InputCost {
  readonly requests: number
}

/** A request whose cost is asked. */
export interface PricedRequest {
  readonly tokens: { readonly total: number; readonly reserve: number; readonly tools: number }
  /** What is in none of its parts is framing. */
  readonly layout: RequestLayout
  /** Returns a place of the layout as the provider will count it. Default: the same place. */
  readonly placeOf?: ((estimated: number) => number) | undefined
  /** Tokens at the start that the provider's prompt cache has. Default 0. */
  readonly prefix?: number | undefined
}

/** What a model costs, with what calculates it. `pricing` of `@lamella/models` makes one of prices. */
export interface Pricing {
  cost(request: PricedRequest): CostReport
}
