/** What tokens cost, in US dollars per million. */
export interface TokenPrices {
  /** A token of the request that is not read from the provider's prompt cache. */
  readonly input: number
  /** A token of the answer, thinking included. */
  readonly output: number
  /** A token that is read from the prompt cache. Default: `input`. */
  readonly read?: number | undefined
  /**
   * A token that is written to the prompt cache, by how long it stays there, such as `{ '5m': 6.25, '1h': 10 }`. The first is
   * what caching usually costs. Default: `input`.
   */
  readonly writes?: Readonly<Record<string, number>> | undefined
}

/** The prices of a model. `modelPrices` of `@lamella/models` knows those of many. */
export interface Prices extends TokenPrices {
  /** The prices of every token of a request with more than `above` tokens of input. Default: the same ones. */
  readonly long?: (TokenPrices & { readonly above: number }) | undefined
}

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
