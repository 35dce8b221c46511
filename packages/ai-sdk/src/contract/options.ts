import type { Context, JsonValue, Report, Scope, Tokenizer, ToolDefinition } from '@lamella/core'
import type { AdapterAssembler, AdapterBuilder } from '@lamella/core/adapter'
import type { SessionStore } from '@lamella/core/store'

/** Options of `lamella`. All are optional: without any, each request is fitted into the window of its model. */
export interface LamellaOptions<Needs extends object = object> {
  /** Builds the requests. Default: the history and the new message, within the window of the model. */
  readonly builder?: AdapterBuilder<Needs>
  /** Assembles the requests, in place of a builder. Requires `sessions`, the store of its sessions. */
  readonly assembler?: AdapterAssembler
  /** Keeps sessions and runs, for calls that name a session. */
  readonly sessions?: SessionStore
  /**
   * Where the conversation is. `session`, the default: in `sessions`. `host`: in the messages of each call, as with the store
   * of `useChat`; `sessions` keeps only the run.
   */
  readonly history?: 'session' | 'host'
  /**
   * Whose request it is; `session` is the id in the store. What a call says of itself (`CallOptions`) comes first. Required, in one of the
   * two places, with a builder or an assembler of your own.
   */
  readonly scope?: Scope | ((call: LamellaCall) => Partial<Scope> | undefined)
  /** Tokens of the model's window, for the default builder. Default: from the table of `@lamella/models`. */
  readonly window?: number | ((model: string) => number | undefined)
  /** Tokens reserved for the answer, for the default builder. Default: what the call or the model allows, at most half the window. */
  readonly reserve?: number
  /** What the layers of the builder need of a request. */
  readonly needs?: (call: LamellaCall) => Needs | PromiseLike<Needs>
  /** Learns from the usage that providers report: `calibrate(heuristic())` of `@lamella/tokenizer-heuristic`. */
  readonly calibration?: UsageCalibration
  /**
   * Whether the provider takes system messages among the others, for changed texts of the owner. Needs a builder whose
   * framing says so for the model. Default `false`.
   */
  readonly systemInMiddle?: boolean
  /** Called after each answer; in `prepareStep` after each context, without usage. What it throws fails the call. */
  readonly onReport?: (report: LamellaReport) => void
  /** The clock, for layers that show the time and for the times of messages. Default: none. */
  readonly now?: () => Date
}

/** What a call says of itself in `providerOptions.lamella`, or to `steps`. Never passed to the provider. */
export interface CallOptions extends Partial<Scope> {
  /** A name for this request: see `NextRequest.operation` of `@lamella/core`. */
  readonly operation?: string
}

/** What is known of a call before its request is built. */
export interface LamellaCall {
  /** What the call says of itself. */
  readonly options: CallOptions
  /** The id of the model, if it is known. */
  readonly model: string | undefined
  /** `experimental_context` (AI SDK 6) or `runtimeContext` (7) of the call, in `prepareStep`. */
  readonly context?: unknown
}

/** Structurally the result of `calibrate` of `@lamella/tokenizer-heuristic`. */
export interface UsageCalibration {
  factor(model: string): number
  tokenizer(model: string): Tokenizer
  observe(observation: { readonly model: string; readonly estimated: number; readonly actual: number }): unknown
}

/** What was sent and what it cost. */
export interface LamellaReport {
  /** Absent for requests of the default builder without a scope. */
  readonly scope?: Scope
  readonly model: string | undefined
  readonly context: Context
  readonly report: Report
  /** Tokens, as the provider has counted them. Absent if it did not, and in `prepareStep`. */
  readonly usage?: LamellaUsage
}

/** Tokens of a request and its answer, as the provider has counted them. */
export interface LamellaUsage {
  /** All of the input, cached or not. */
  readonly input: number
  /** Of the input: read from the provider's cache, and written to it. */
  readonly cached?: number
  readonly written?: number
  readonly output?: number
}

/** The report as `providerMetadata.lamella` of a result has it. Plain JSON. */
export interface LamellaMetadata {
  readonly tokens: { readonly total: number; readonly window: number; readonly reserve: number; readonly free: number }
  /** Whether anything was shortened or left out. */
  readonly truncated: boolean
  /** The epoch of the run, and why it began if it began with this request. */
  readonly epoch?: number
  readonly cut?: string
  /** Tokens at the start of the request that repeat the one before. */
  readonly repeated?: number
  readonly usage?: { [key in keyof LamellaUsage]: JsonValue }
}

/** The options of a call that runs in `prepareStep`. */
export interface StepsOptions extends CallOptions {
  /** The system prompt of the call. AI SDK 6 does not show it to `prepareStep`; 7 does. */
  readonly system?: string | readonly string[]
  /** The tools of the call, so that they are counted. */
  readonly tools?: Readonly<Record<string, unknown>> | readonly ToolDefinition[]
}
