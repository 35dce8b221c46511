import type { WireFormat } from '@lamella/wire/formats'
import type { Prices } from './prices.ts'

/** A capability of a model. */
export type Feature =
  /** PDF files as input. */
  | 'files'
  /** Images as input. */
  | 'vision'
  /** Audio as input. */
  | 'audio'
  /** Function tools. */
  | 'tools'
  /** Reasoning before the answer. */
  | 'thinking'
  /** Answers that follow a JSON Schema, enforced by the provider. */
  | 'structured-output'
  /** Answers streamed piece by piece. */
  | 'streaming'
  /** Prompt caching: the provider keeps the start of a request for the next one, automatically or on request. */
  | 'caching'
  /** Thinking that is bound to everything before it: a request that changes that is refused, or its thinking removed. */
  | 'preserved-thinking'
  /** System or developer messages in the middle of a conversation. */
  | 'mid-conversation-system'
  /** Tools added and removed by messages, in beta. */
  | 'mid-conversation-tools'

/**
 * How the amount of thinking is set. `adaptive`: the model decides, steered by an effort. `effort`: by an effort or
 * level. `budget`: by a number of tokens.
 */
export type ThinkingControl = 'adaptive' | 'budget' | 'effort'

/** Names of the request formats, the same as the subpaths of `@lamella/wire`. */
export type ModelFormat = WireFormat

/**
 * `active`: recommended by its vendor for new work. `deprecated`: works, but has a successor or an announced end.
 * `retired`: requests fail.
 */
export type ModelStatus = 'active' | 'deprecated' | 'retired'

/** A model's sizes in tokens and its most requested features. */
export interface ModelLimits {
  /** Input and output of one request together. */
  readonly contextWindow: number
  /** The longest answer, including thinking. */
  readonly maxOutput: number
  /** The longest input: the vendor's own limit if there is one, otherwise the window. */
  readonly maxInput: number
  readonly supportsTools: boolean
  readonly supportsVision: boolean
  readonly supportsThinking: boolean
  readonly supportsCaching: boolean
}

/** Prices of a model, in US dollars per million tokens, and where they come from. */
export interface ModelPrices extends Prices {
  /** The page or package that states them. */
  readonly source?: string
  /** The day on which the source was read, `YYYY-MM-DD`. */
  readonly date?: string
  /** The first day on which they apply, `YYYY-MM-DD`. Absent for those that applied on `date`. */
  readonly from?: string
}

/** One model. Sizes are tokens. */
export interface Model {
  /** The vendor's name, without a date if the vendor has such a name. */
  readonly id: string
  /** The vendor: `openai`, `anthropic`, `google`, … as models.dev and the AI SDK spell it. */
  readonly provider: string
  /** The family shared with its predecessors, such as `claude-opus`. */
  readonly family: string
  /** Input and output of one request together, in tokens. */
  readonly contextWindow: number
  /** The longest answer in tokens, including thinking. */
  readonly maxOutput: number
  /** The longest input in tokens, if the vendor limits it separately. */
  readonly maxInput?: number
  readonly features: readonly Feature[]
  /** Other names for it: dated ones, older ones. */
  readonly aliases: readonly string[]
  /** Formats that support all of its features, the vendor's preferred one first. Empty if unknown. */
  readonly formats: readonly ModelFormat[]
  readonly status: ModelStatus
  /** The date on which it is or was retired, `YYYY-MM-DD`, if the vendor names one. */
  readonly retires?: string
  /** The tiktoken name of its tokenizer's encoding, if the vendor publishes one. */
  readonly encoding?: string
  /** How the amount of thinking is set. Absent if it does not think, or if this is unknown. */
  readonly thinking?: ThinkingControl
  /** The shortest prefix, in tokens, that the provider's prompt cache keeps, if the vendor names one. */
  readonly cacheMinimum?: number
  /** What it costs, oldest first: more than one entry if a change is announced. Absent if unknown. */
  readonly prices?: readonly ModelPrices[]
}

/** Which models to list: those that match every given condition. */
export interface ModelFilter {
  readonly provider?: string
  readonly family?: string
  readonly status?: ModelStatus
  /** The features that a model must have, all of them. */
  readonly features?: readonly Feature[]
  /** The minimum window in tokens. */
  readonly contextWindow?: number
}

/** An immutable set of models. */
export interface Models {
  /** Returns the model with that name. @throws LamellaError `MODEL_UNKNOWN` that suggests similar names. */
  getModel(name: string): Model
  /** Returns the model with that name, or `undefined`. */
  findModel(name: string): Model | undefined
  /** Returns a model's sizes in tokens. @throws LamellaError `MODEL_UNKNOWN` that suggests similar names. */
  getModelLimits(name: string): ModelLimits
  /** Checks whether a model is known to have a feature. @throws LamellaError `MODEL_UNKNOWN`, `OPTION_INVALID`. */
  supportsFeature(name: string, feature: Feature): boolean
  /**
   * Lists your own models first, then the built-in ones, newest name first within each vendor. @throws LamellaError
   * `OPTION_INVALID`.
   */
  listModels(filter?: ModelFilter): readonly Model[]
}
