import type { JsonValue, Scope, ToolDefinition } from '@lamella/core'
import type { ConversationOptions, HostOptions, HostUsage } from '@lamella/host'

/**
 * Options of `lamella`. All are optional: without any, each request is fitted into the window of its model. A scope is
 * required, here or in the call, with a builder or an assembler of your own; what the call says comes first.
 */
export interface LamellaOptions<Needs extends object = object>
  extends HostOptions<LamellaCall, Needs>,
    ConversationOptions {}

/** What a call says of itself in `providerOptions.lamella`, or to `steps`. Never passed to the provider. */
export interface CallOptions extends Partial<Scope> {
  /** A name for this request: see `NextRequest.operation` of `@lamella/core`. */
  readonly operation?: string
}

/** A call, before its request is built. */
export interface LamellaCall {
  /** What the call says of itself. */
  readonly options: CallOptions
  /** The id of the model, if it is known. */
  readonly model: string | undefined
  /** `experimental_context` (AI SDK 6) or `runtimeContext` (7) of the call, in `prepareStep`. */
  readonly context?: unknown
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
  readonly usage?: { [key in keyof HostUsage]: JsonValue }
  /** What the provider found in the request: `HostedRequest.diagnosis`, without details. */
  readonly diagnosis?: { code: string; what: string }[]
}

/** The options of a call that runs in `prepareStep`. */
export interface StepsOptions extends CallOptions {
  /** The system prompt of the call. AI SDK 6 does not show it to `prepareStep`; 7 does. */
  readonly system?: string | readonly string[]
  /** The tools of the call, so that they are counted. */
  readonly tools?: Readonly<Record<string, unknown>> | readonly ToolDefinition[]
}
