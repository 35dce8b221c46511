import type { ContextTool, JsonValue, Message, Parameters, SystemMessage } from './message.ts'
import type { Report } from './report.ts'
import type { Notice } from './sources.ts'

/** A summary as a provider wrote it. Only requests in that provider's format can contain it. */
export interface NativeSummary {
  /** The wire format that writes it, such as `anthropic` or `openai-responses`. */
  readonly format: string
  /** What the provider returned, byte for byte, such as a signed block: plain JSON, at most 4 MiB as text. */
  readonly content: JsonValue
  /**
   * Whether only the provider can read the summary, so that the text beside it does not contain it. No request in another
   * format can be made from it: encoders throw, and `openSession` shows the messages themselves to those formats.
   */
  readonly opaque?: boolean
  /**
   * What the provider had read when it wrote the summary: `BuiltContextLike.prefix`. Only where it accepts the thinking of
   * the turns after the summary, if they and the head are what they were: a run then goes on after the summary with that
   * thinking.
   */
  readonly prefix?: string
}

/** A text that replaces messages `start` (included) to `end` (excluded). */
export interface NewCompaction {
  readonly start: number
  readonly end: number
  /** The summary for people, and for models that cannot read `native`. */
  readonly text: string
  /** The same summary as a provider wrote it. Kept byte for byte. */
  readonly native?: NativeSummary
}

/**
 * Writes what replaces the oldest messages of a session: a model with a prompt, or an endpoint of a provider.
 *
 * @example
 * const strategy: CompactionStrategy = {
 *   name: 'own-model',
 *   compact: async ({ messages, previous, signal }) => ({ text: await summarize(messages, previous, signal) }),
 * }
 */
export interface CompactionStrategy {
  /** Names the strategy in reports. */
  readonly name: string
  /** Whether it can be tried for this model. Absent: always. */
  readonly supports?: (model: string | undefined) => boolean
  /** Rejects if there is no summary: a summary is never partial. */
  compact(request: CompactionRequest): Promise<CompactionAnswer>
}

/** The parts of a context that a request to a provider consists of. Every context of a build is one. */
export interface BuiltContextLike {
  readonly system: readonly SystemMessage[]
  readonly messages: readonly Message[]
  readonly tools?: readonly ContextTool[]
  readonly parameters?: Parameters
  /** A built context's own: encoders need it to write the updates of a run as they were sent. */
  readonly report?: Pick<Report, 'cache' | 'tokens' | 'run'>
  /** Fingerprint of a part of a run, for `NativeSummary.prefix`. Absent if the context is not exactly what was sent. */
  readonly prefix?: string
}

/** The input of a strategy. */
export interface CompactionRequest {
  /**
   * What a provider is asked to compact: system prompt, tools and messages as they were last sent, without the turns
   * that are kept. A provider that binds later messages to it accepts them only if it is unchanged.
   */
  readonly context: BuiltContextLike
  /** The messages to replace, oldest first. */
  readonly messages: readonly Message[]
  /** The position of each of them in its session; of a summary, that of the first message that it replaces. */
  readonly positions?: readonly number[]
  /** The text of the summary that they begin with: the new summary replaces it too. */
  readonly previous?: string
  /** The maximum number of tokens in the summary. */
  readonly maxOutputTokens: number
  /** Counts the tokens of a text as `maxOutputTokens` counts them. */
  readonly count?: (text: string) => number
  /** The model that the conversation is sent to. */
  readonly model?: string
  readonly signal: AbortSignal
}

/** The result of a strategy. */
export interface CompactionAnswer {
  /** The summary for people and for models that cannot read `native`. Not empty. */
  readonly text: string
  readonly native?: NativeSummary
  /** What the strategy had to change in what its model wrote, for the result of the compaction. */
  readonly notices?: readonly Notice[]
}
