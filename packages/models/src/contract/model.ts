import type { WireFormat } from '@lamella/wire/formats'

/** What a model can take or do. */
export type Feature =
  /** PDF files as input. */
  | 'files'
  /** Images as input. */
  | 'vision'
  /** Sound as input. */
  | 'audio'
  /** Function tools. */
  | 'tools'
  /** Reasons before it answers. */
  | 'thinking'
  /** Answers by a JSON Schema that the provider enforces. */
  | 'structured-output'
  /** Answers piece by piece. */
  | 'streaming'
  /** The provider keeps the beginning of a request for the next one, by itself or where it is asked to. */
  | 'caching'

/**
 * How one says how much a model thinks. `adaptive`: it decides, and an effort steers it. `effort`: an effort or level is
 * given. `budget`: a number of tokens is given.
 */
export type ThinkingControl = 'adaptive' | 'budget' | 'effort'

/** Names of the request bodies, as the subpaths of `@lamella/wire` have them. */
export type ModelFormat = WireFormat

/**
 * `active`: its vendor's choice for new work, or one of them. `deprecated`: it works, but has a successor or an announced
 * end. `retired`: requests fail.
 */
export type ModelStatus = 'active' | 'deprecated' | 'retired'

/** Sizes of one model, in tokens, and what is asked of it most. */
export interface ModelLimits {
  /** Input and output of one request together. */
  readonly contextWindow: number
  /** The longest answer, thinking included. */
  readonly maxOutput: number
  /** The longest input: the vendor's own limit for it, or else the window. */
  readonly maxInput: number
  readonly supportsTools: boolean
  readonly supportsVision: boolean
  readonly supportsThinking: boolean
  readonly supportsCaching: boolean
}

/** One model. Sizes are tokens. */
export interface Model {
  /** The vendor's name, without a date where the vendor has such a name. */
  readonly id: string
  /** Whose it is: `openai`, `anthropic`, `google`, … as models.dev and the AI SDK spell it. */
  readonly provider: string
  /** What it has in common with its predecessors, such as `claude-opus`. */
  readonly family: string
  /** Input and output of one request together, in tokens. */
  readonly contextWindow: number
  /** The longest answer in tokens, thinking included. */
  readonly maxOutput: number
  /** The longest input in tokens, where the vendor has a limit of its own for it. */
  readonly maxInput?: number
  readonly features: readonly Feature[]
  /** Other names that mean it: dated ones, older ones. */
  readonly aliases: readonly string[]
  /** Formats in which it takes all that it can do, the vendor's own choice first. Empty where that is not known. */
  readonly formats: readonly ModelFormat[]
  readonly status: ModelStatus
  /** The day on which it ends or ended, `YYYY-MM-DD`, where the vendor names one. */
  readonly retires?: string
  /** The encoding of its tokenizer, as tiktoken names it, where the vendor publishes one. */
  readonly encoding?: string
  /** How one says how much it thinks. Absent where it does not think, and where that is not known. */
  readonly thinking?: ThinkingControl
  /** The shortest beginning, in tokens, that the provider's prompt cache keeps, where the vendor names one. */
  readonly cacheMinimum?: number
}

/** Which models to list: those that fit everything that is given. */
export interface ModelFilter {
  readonly provider?: string
  readonly family?: string
  readonly status?: ModelStatus
  /** All of these. */
  readonly features?: readonly Feature[]
  /** The smallest window in tokens. */
  readonly contextWindow?: number
}

/** A set of models that does not change. */
export interface Models {
  /** The model of that name. @throws LamellaError `MODEL_UNKNOWN` that names near ones. */
  getModel(name: string): Model
  /** The model of that name, or `undefined`. */
  findModel(name: string): Model | undefined
  /** The sizes of a model in tokens. @throws LamellaError `MODEL_UNKNOWN` that names near ones. */
  getModelLimits(name: string): ModelLimits
  /** Whether a model is known to have a feature. @throws LamellaError `MODEL_UNKNOWN`, `OPTION_INVALID`. */
  supportsFeature(name: string, feature: Feature): boolean
  /** Own models first, then the built-in ones, newest name first in each vendor. @throws LamellaError `OPTION_INVALID`. */
  listModels(filter?: ModelFilter): readonly Model[]
}
