import type { Tokenizer } from '@lamella/core'
import type { TranscriptRequest } from './request.ts'

/** Options of `sideBySide`. */
export interface SideBySideOptions {
  /**
   * The window of the run, input and output together. Default: what the program took before its compactions; without one, what the
   * file or `windowOf` says; or else the largest request of the session.
   */
  readonly window?: number | undefined
  /** The window of a model, for a file that does not say it. */
  readonly windowOf?: ((model: string) => number | undefined) | undefined
  /** What a request costs, in US dollars, by its model, its day and its usage. Default: no costs. */
  readonly costOf?: ((request: TranscriptRequest) => number | undefined) | undefined
  /** Default: the estimate of the core. */
  readonly tokenizer?: Tokenizer | undefined
  /** The most requests to compare, the newest ones. Default 300. */
  readonly most?: number | undefined
  /** Called before each request that is built, for a page that has to stay usable while it waits. */
  readonly pause?: (() => PromiseLike<void>) | undefined
}

/** What a request took. */
export interface ComparedUse {
  /** All tokens of its input. */
  readonly tokens: number
  /** Of these, what was read from the prompt cache. */
  readonly cached: number
  /** US dollars; absent where no price is known. */
  readonly cost?: number
}

/** A request of a program, and the one that a run would have sent in its place. */
export interface ComparedRequest {
  readonly line: number
  /** As the provider counted it. */
  readonly program: ComparedUse
  /** As the provider would probably have counted it. */
  readonly run: ComparedUse & { readonly cut?: RunCut }
}

/** Why a run began anew, and how many messages of the conversation it no longer has. */
export interface RunCut {
  readonly reason: string
  readonly dropped: number
}

/** What all requests of one side took together. */
export interface ComparedTotal {
  readonly input: number
  readonly cached: number
  readonly largest: number
  /** Cuts of the run, compactions of the program. */
  readonly cuts: number
  /** Absent where the price of one of them is not known. */
  readonly cost?: number
}

/** What a compaction of the program lost, and what a run would have had of it in its next request. */
export interface ComparedCompaction {
  readonly line: number
  /** Messages that it lost, and how many of them the run would still have sent as they are. */
  readonly messages: { readonly lost: number; readonly kept: number }
  /**
   * Values that it lost, such as paths, ids, numbers and names, which neither its summary nor a message that it kept says; and how many of them
   * the request of the run says, in messages or in the digest of its cut.
   */
  readonly values: { readonly lost: number; readonly kept: number }
}

/** What a program sent, and what a run of Lamella would have sent on the same conversation. */
export interface SideBySide {
  /** Tokens that each request has and the estimate does not, such as the system prompt and the tools. */
  readonly head: number
  /** The provider's tokens for each estimated one. */
  readonly factor: number
  readonly window: number
  readonly requests: readonly ComparedRequest[]
  readonly program: ComparedTotal
  readonly run: ComparedTotal
  readonly compactions: readonly ComparedCompaction[]
  /** Earlier requests that are not compared. */
  readonly earlier: number
  /** The line of a request that the run could not fit into the window: it ends there. */
  readonly ended?: number
}
