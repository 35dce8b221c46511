import type {
  AssistantMessage,
  Budget,
  BuildTracer,
  Context,
  ContextBuilder,
  Message,
  Notice,
  Observer,
  Parameters,
  Scope,
  Tokenizer,
  ToolDefinition,
  ToolMessage,
  UserMessage,
} from '@lamella/core'
import type { ExtendOptions, RefusedRequest, RunUsage } from '@lamella/runs'
import type { Appended, SessionStore } from '@lamella/store'

/** What an adapter needs of the assembler of `@lamella/assembler`. */
export interface AdapterAssembler {
  assemble(session: string, agent?: string, options?: AssembleRequest): Promise<Context>
  /** Keeps what the provider has counted such a context and its answer as. */
  counted?(context: Context, usage: RunUsage): Promise<void>
}

/** Options of `assemble` that an adapter passes. */
export interface AssembleRequest {
  readonly message?: UserMessage
  readonly additionalSystemPrompt?: string
  readonly additionalTools?: readonly ToolDefinition[]
  readonly scope?: Scope
  readonly now?: Date
  readonly signal?: AbortSignal
  readonly settings?: unknown
  readonly countTokens?: ExtendOptions['countTokens']
  readonly refused?: RefusedRequest
}

/** Options of `createAdapter`: a builder, or an assembler with the store of its sessions. */
export interface AdapterOptions<Needs extends object = object> {
  readonly builder?: ContextBuilder<string, Needs>
  readonly assembler?: AdapterAssembler
  /**
   * Keeps sessions and their runs. Without it, or in a request without a session, each request is built on its own from
   * the messages of the host.
   */
  readonly sessions?: SessionStore
  /**
   * Where the conversation is. `session`, the default: in `sessions`; what a host gives is compared with its end, and only
   * what is new is added. `host`: the messages of the host are the whole conversation, however they were edited, and
   * `sessions` keeps only the run.
   */
  readonly history?: 'session' | 'host'
  /** Follows the builds of the builder. An assembler has an option of its own. */
  readonly observe?: Observer | BuildTracer
  /**
   * The key of `providerOptions` under which the adapter keeps what it has read of its host; it begins with `lamella:`. All
   * such marks but its own are removed from what a host gives. Default: none.
   */
  readonly marks?: `lamella:${string}`
}

/** One request of a host's loop. `Needs` of the layers are added to it. */
export interface AdapterRequest<Needs extends object = object> {
  readonly scope: Scope
  /** The id of the session in the store. */
  readonly session?: string | undefined
  /** The system prompt of the host's own call, one text for each message: a layer like any other, `hostSystem`. */
  readonly system?: readonly string[] | undefined
  /** The messages of the host's call, oldest first, without system messages. */
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[] | undefined
  /** Added to those of the builder, such as the host's model. An assembler has its own. */
  readonly parameters?: Parameters | undefined
  /** Replaces that of the builder. An assembler has its own. */
  readonly budget?: Budget | undefined
  /** Replaces that of the builder. An assembler has its own. */
  readonly tokenizer?: Tokenizer | undefined
  /** The agent, for agents that share a session: each has a run of its own. */
  readonly agent?: string | undefined
  /**
   * What the provider holds of the conversation: a result whose call it holds is sent without it. `all`: the call names a
   * conversation there. `before`: it may hold what comes before the messages of the call, so that results at their start may
   * belong to it. Default: nothing. Builders only.
   */
  readonly holds?: 'all' | 'before' | undefined
  /** See `NextRequest.operation`. Builders only. */
  readonly operation?: string | undefined
  readonly now?: Date | undefined
  readonly signal?: AbortSignal | undefined
  /** What the adapter has noticed about the call, for `report.notices`. Builders only. */
  readonly notices?: readonly Notice[] | undefined
  /** What the layers of the builder need of a request. */
  readonly needs?: Needs | undefined
  /** See `ExtendOptions.settings`. */
  readonly settings?: unknown
  /** See `ExtendOptions.countTokens`. */
  readonly countTokens?: ExtendOptions['countTokens']
  /** The provider has refused the request as it was built before. Set by `AdaptedRequest.refused`. */
  readonly refused?: RefusedRequest | undefined
}

/** A request that was built for a host, and what to do with its answer. */
export interface AdaptedRequest {
  readonly context: Context
  /**
   * Appends the answer to the session, after the message that it answers. Call it when the call has ended or was aborted: of
   * an answer that says and calls nothing, however it ended, the message alone is appended, and thinking alone is no answer.
   * Of an answer that was aborted, pass the parts that are complete; its calls then get a stand-in as result in the next
   * request. `undefined` if there is nothing to append: no session, `history: 'host'`, or neither message nor answer.
   *
   * @throws LamellaError `SESSION_CONFLICT` if something else was appended since the request was built: the answer is not
   * in the session then; and the errors of the store
   */
  answered(
    messages: readonly (AssistantMessage | ToolMessage)[],
    options?: AnsweredOptions,
  ): Promise<Appended | undefined>
  /**
   * Keeps what the provider has counted the request and its answer as, for hosts that keep the answer themselves: the next
   * request is counted from there. `answered` does the same with its option.
   */
  counted(usage: RunUsage): Promise<void>
  /**
   * Builds the request again so that it fits, after the provider has refused it and before anything was answered.
   *
   * @throws LamellaError `CONTEXT_OVERFLOW` if it cannot fit, and the errors of `next`
   */
  refused(refused: RefusedRequest): Promise<AdaptedRequest>
}

/** Options of `answered`. */
export interface AnsweredOptions {
  /** When the model answered. Stores read no clock: without it there is no time. */
  readonly at?: Date | undefined
  /**
   * Whether the call failed. What it said before is appended with its message; if it said nothing, nothing is, and a retry
   * with the same message sends the same bytes. Default `false`.
   */
  readonly failed?: boolean
  /** What the provider has counted the request and its answer as: the next request is counted from there. */
  readonly usage?: RunUsage | undefined
}

/** The engine of an adapter. It keeps no state: everything is in the requests and in the store. */
export interface Adapter<Needs extends object = object> {
  /**
   * Builds the context of one request of the host.
   *
   * @throws LamellaError `SESSION_DIVERGED`, `SESSION_CONFLICT`, `REQUEST_INVALID`, and the errors of `build`, of the
   * assembler and of the store
   */
  next(request: AdapterRequest<Needs>): Promise<AdaptedRequest>
}
