/** What a provider has counted a request and its answer as: `readUsage(response)?.context` of `@lamella/models`. */
export interface RunUsage {
  /** All tokens of the request, cached or not. */
  readonly input: number
  /** All tokens of the answer, reasoning included. Default: the answer is estimated. */
  readonly output?: number
  /** How many tokens of the answer are reasoning, which the next request may not show. Default 0. */
  readonly reasoning?: number
}

/** A request that the provider has refused, in its tokens without the answer: `contextLimitOf` of `@lamella/models` reads the error. */
export interface RefusedRequest {
  /** What it was counted as: more than `limit`. */
  readonly input: number
  /** The most that a request may have. */
  readonly limit: number
}

/** How a provider counts with one model, against the estimate. */
export interface ModelCounts {
  /** The provider's tokens for each estimated one. */
  readonly factor: number
  /** The estimated tokens that it was learned from; what is older counts less. */
  readonly weight: number
  /** The most tokens that a request may have, as the provider has said when it refused one. */
  readonly limit?: number
}

/** A request that the provider has counted. */
export interface CountAnchor {
  readonly epoch: number
  readonly by: string
  /** The position of its answer in the session. */
  readonly at: number
  readonly estimated: number
  readonly usage: RunUsage
  /** See `RunCounts.settings`. */
  readonly settings?: string
}

/** How the requests of a run are counted. */
export interface RunCounts {
  /** The last request, in estimated tokens. */
  readonly estimated: number
  /** The model and the tokenizer that estimates. */
  readonly by: string
  /** Fingerprint of the settings for which providers count text that nobody sees, such as the effort. Absent without any. */
  readonly settings?: string
  /**
   * Void with another model or tokenizer, with other settings on top of the request, and where something before it has changed:
   * then the epoch is another one.
   */
  readonly anchor?: CountAnchor
  /** By model and tokenizer. */
  readonly models?: Readonly<Record<string, ModelCounts>>
  /** Whether the last usage was so far off that another one has to agree with it. */
  readonly doubted?: true
}
