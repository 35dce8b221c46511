import type { BuiltContext, Context, ContextBuilder } from '@lamella/core'
import type { RefusedRequest, RunCounts, RunUsage } from './counts.ts'
import type { RunState } from './run.ts'

/** The run that a request extends, and how. */
export interface ExtendOptions {
  /** `context.run` of the request before. Default: a run begins with this request. */
  readonly run?: RunState | undefined
  /**
   * What the provider has counted the request of `run` as, and its answer. What repeats of them is then counted so, and what is
   * new is estimated as far off as they were. Default: `run` knows of the requests before.
   */
  readonly usage?: RunUsage | undefined
  /**
   * The provider has refused the request of `run`, or without one that of `counts`, since it is too long: it is cut, and built
   * so that it fits. A notice says so.
   */
  readonly refused?: RefusedRequest | undefined
  /**
   * How the provider counts, from requests of another conversation: for a request that extends none, and that none will extend, so
   * that its end is no place for a prompt cache. Default: as estimated.
   */
  readonly counts?: RunCounts | undefined
  /**
   * What a host sends beside `parameters`, as far as a provider may count it without showing it: effort, thinking, format of the
   * answer. With others, an earlier count is void. Plain JSON. Default: none.
   */
  readonly settings?: unknown
  /**
   * Asks the provider for the tokens of a request, before it is cut for room and only then: `responses.inputTokens.count` of
   * OpenAI, `count_tokens` of Anthropic, `countTokens` of Gemini. If it throws, a notice says so and the estimate counts.
   */
  readonly countTokens?: ((request: CountedRequest) => Promise<number>) | undefined
  /**
   * Begins a new epoch of the run, although none is needed. Without `run`: the session was sent before by something else,
   * so its thinking is treated as made in another context. Default `false`.
   */
  readonly cut?: boolean | undefined
  /**
   * Builds the request again from which `run` comes, for a retry: nothing new is announced, so the bytes are the same, as long as
   * the message, the session, the tools and the model are, and nothing was revoked. Default `false`.
   */
  readonly repeat?: boolean | undefined
}

/** A request that is not sent yet. Encoders take it. */
export type CountedRequest = Pick<Context, 'system' | 'messages' | 'tools' | 'parameters'>

/** A context of a run. `run` is computed on first access. */
export type RunContext<Names extends string = string> = BuiltContext<Names> & {
  /** The run with this request: pass it to the next `extend`. */
  readonly run: RunState
  /** `run.counts`, without the rest of the run: for requests that extend none. */
  readonly counts: RunCounts
}

/** A builder whose requests can extend each other. */
export type RunBuilder<Names extends string = string, Needs extends object = object> = Pick<
  ContextBuilder<Names, Needs>,
  'stages'
>
