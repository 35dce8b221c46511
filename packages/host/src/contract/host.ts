import type {
  AssistantMessage,
  BuildTracer,
  Context,
  ContextBuilder,
  Framing,
  Message,
  Notice,
  Observer,
  Scope,
  ToolMessage,
} from '@lamella/core'
import type { CountedRequest } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import type { AdapterAssembler, AdapterRequest, AnsweredOptions } from './adapter.ts'

/** The options of all hosts. `Call`: a call, before its request is built. */
export interface HostOptions<Call, Needs extends object = object> {
  /**
   * Builds the requests. Default: the system prompt of the host, the history and the new message. Without a tokenizer of its
   * own, tokens are counted by `loadTokenizer` of `@lamella/models`: exactly where the model's tables are installed, or with care.
   */
  readonly builder?: ContextBuilder<string, Needs>
  /** Keeps sessions and runs. Without it, or in a call without a session, each request is built on its own. */
  readonly sessions?: SessionStore
  /**
   * Whose request it is; `session` is the id in the store. What the call says of itself comes first. Required with a builder
   * or an assembler, and for calls with a session.
   */
  readonly scope?: Scope | ((call: Call) => Partial<Scope> | undefined)
  /** The name of the model. Default: the name that the host has for it. */
  readonly model?: string
  /**
   * The model's context window in tokens: input and output together. Default: that of the builder, or of the model, from the
   * table of `@lamella/models`.
   */
  readonly window?: number | ((model: string) => number | undefined)
  /** Tokens reserved for the answer, with a window. Default: what the call or the model allows, at most half the window. */
  readonly reserve?: number
  /** What the layers of the builder need of a request. */
  readonly needs?: (call: Call) => Needs | PromiseLike<Needs>
  /**
   * Asks the provider for the tokens of a request, before it is cut for room and only then: `responses.inputTokens.count` of
   * OpenAI, `count_tokens` of Anthropic, `countTokens` of Gemini. If it throws, the estimate counts, and a notice says so.
   */
  readonly countTokens?: (request: CountedRequest) => Promise<number>
  /**
   * Receives the events of builds, or follows them: `recorder` of `@lamella/inspector` records each. An assembler has an
   * option of its own.
   */
  readonly observe?: Observer | BuildTracer
  /**
   * Called once for each request: after its answer, or before it is sent where the host does not show the answer, and then once
   * more for an answer in which the provider has found something. What it throws fails the call.
   */
  readonly onRequest?: (request: HostedRequest) => void
  /** The clock, for layers that show the time and for the times of messages. Default: none. */
  readonly now?: () => Date
}

/** Further options of hosts that show each answer, so that the conversation can be in a store. */
export interface ConversationOptions {
  /** Assembles the requests, in place of a builder. Requires `sessions`, the store of its sessions. */
  readonly assembler?: AdapterAssembler
  /**
   * Where the conversation is. `session`, the default: in `sessions`. `host`: in the messages of each call; `sessions` keeps
   * only the run.
   */
  readonly history?: 'session' | 'host'
  /**
   * Whether the provider takes system messages among the others, for changed texts of the owner. Needs a builder whose
   * framing says so for the model. Default `false`: some providers of such a host refuse them.
   */
  readonly systemInMiddle?: boolean
}

/** One request of a host, and what it cost. */
export interface HostedRequest {
  /** What was sent, with its report. */
  readonly context: Context
  /** Absent if the provider did not count, or the host does not show the answer. */
  readonly usage?: HostUsage
  /**
   * What the provider found in the request, with the part of the context that caused it as far as that is known: `CACHE_MISSED`
   * and `REASONING_MISMATCH` of `explainDiagnosis`. Absent if it found nothing, was not asked, or the host does not show it.
   */
  readonly diagnosis?: readonly Notice[]
  /** The name of the model, if it is known. */
  readonly model?: string
  /** Absent for requests of the default builder without a scope. */
  readonly scope?: Scope
}

/** Tokens of a request and its answer, as the provider has counted them. */
export interface HostUsage {
  /** All of the input, cached or not. */
  readonly input: number
  /** Of the input: read from the provider's cache, and written to it. */
  readonly cached?: number
  readonly written?: number
  readonly output?: number
  /** Of the output: reasoning. */
  readonly reasoning?: number
}

/** The traits of a host, by which its adapter differs from others. */
export interface HostTraits {
  /** See `AdapterOptions.marks`. */
  readonly marks: `lamella:${string}`
  /** `host`: the host keeps the conversation itself. Default: `ConversationOptions` are among its options. */
  readonly history?: 'host'
  /** Whether each provider of the host takes system messages among the others. Default: the option. */
  readonly systemInMiddle?: boolean
  /** The overhead of the host's wire format, for the default builder. Default: that of a chat format, rounded up. */
  readonly framing?: Framing
  /** The checks of options that only this host has. Default: none. */
  readonly checks?: Readonly<Record<string, (value: unknown) => string | undefined>>
}

/** One call of a host. */
export interface HostCall<Call>
  extends Pick<
    AdapterRequest,
    | 'session'
    | 'agent'
    | 'system'
    | 'messages'
    | 'tools'
    | 'parameters'
    | 'settings'
    | 'holds'
    | 'notices'
    | 'operation'
    | 'signal'
  > {
  readonly call: Call
  /** What the call says of its scope; comes before the option. */
  readonly own?: Partial<Scope>
  /** The host's name of the model. */
  readonly model: string | undefined
  /** What the call allows for the answer, in tokens. */
  readonly maxOutputTokens?: number | undefined
}

/** What a host shows of an answer beside it. */
export interface ShownAnswer {
  /**
   * The usage in the provider's own form, which says what it counted last, where it made several requests for one answer.
   * Default: `usage`.
   */
  readonly counted?: unknown
  /** The response of the provider, or what the host has of it. */
  readonly responses?: readonly unknown[]
  /** What joins the provider's diagnoses with what changed, where a host is made anew for each run. Default: the host's own. */
  readonly diagnoses?: Diagnoses
}

/** Joins what providers say of requests with what changed in them. */
export interface Diagnoses {
  /**
   * Returns what a provider found in a request; empty if nothing.
   *
   * @param conversation A name of its own for each conversation; `undefined` for a request that extends none.
   * @param responses The response, or what the host has of it.
   */
  found(conversation: string | undefined, context: Context, responses: readonly unknown[]): Promise<readonly Notice[]>
}

/** A request that was built, as a host sends it. */
export interface HostRequest {
  readonly context: Context
  /** The system prompt as one text. */
  readonly system: string
  /** The messages without marks of this library. */
  readonly messages: Message[]
  /**
   * Appends an answer to the session, and calls `onRequest`.
   *
   * @param end How the call ended: `AnsweredOptions.failed`.
   * @returns what the provider found in the request: `HostedRequest.diagnosis`
   */
  answered(
    answer: readonly (AssistantMessage | ToolMessage)[],
    usage?: HostUsage,
    end?: Pick<AnsweredOptions, 'failed'> & ShownAnswer,
  ): Promise<readonly Notice[]>
  /**
   * Keeps the usage of an answer, for a host that shows the answer to others. If the provider found something in the request,
   * `onRequest` is called once more.
   */
  counted(usage: HostUsage | undefined, shown?: ShownAnswer): Promise<void>
  /** Tells the tracer of `observe` the body that the host has sent, as an object or as JSON. */
  sent(body: unknown): void
  /**
   * Builds the request so that it fits, after the call has failed and before anything was answered: it is to be sent once more.
   * `undefined` if the error says nothing of a limit, if it cannot be shorter, or if this request is a second one already.
   */
  refused(error: unknown): Promise<HostRequest | undefined>
  /** Calls `onRequest` for a request whose answer the host does not show. */
  report(): void
}
