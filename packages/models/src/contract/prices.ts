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

/** A part of a request. Places are tokens from the start of the request. */
export interface CostItem {
  readonly layer: string
  readonly start: number
  readonly end: number
}

/** A request whose cost is asked. */
export interface CostRequest {
  readonly tokens: { readonly total: number; readonly reserve: number; readonly tools: number }
  /** Where the tools end. */
  readonly tools: number
  /** The parts of all layers. What is in none of them is framing. */
  readonly items: readonly CostItem[]
  /** Tokens at the start that the provider's prompt cache has. Default 0. */
  readonly prefix?: number | undefined
}
