import type { BuildTracer, Context, Message, Observer, Report, Scope, Tokenizer, TokenReport } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import type {
  AdaptedRequest,
  AdapterAssembler,
  AdapterBudget,
  AdapterBuilder,
  AdapterRequest,
  AnsweredOptions,
} from './adapter.ts'

/** Options that the adapters of all hosts have. `Call`: what is known of a call before its request is built. */
export interface HostOptions<Call, Needs extends object = object> {
  /**
   * Builds the requests. Default: the system prompt of the host, the history and the new message. Without a tokenizer of its
   * own, tokens are estimated with care.
   */
  readonly builder?: AdapterBuilder<Needs>
  /** Keeps sessions and runs. Without it, or in a call without a session, each request is built on its own. */
  readonly sessions?: SessionStore
  /** Whose request it is; `session` is the id in the store. */
  readonly scope?: Scope | ((call: Call) => Partial<Scope> | undefined)
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
   * Receives the events of builds, or follows them: `recorder` of `@lamella/inspector` records each. An assembler has an
   * option of its own.
   */
  readonly observe?: Observer | BuildTracer
  /** The clock, for layers that show the time and for the times of messages. Default: none. */
  readonly now?: () => Date
}

/** Options of adapters that also see the answers of the model. */
export interface AnsweredHostOptions<Call, Needs extends object = object> extends HostOptions<Call, Needs> {
  /** Assembles the requests, in place of a builder. Requires `sessions`, the store of its sessions. */
  readonly assembler?: AdapterAssembler
  /**
   * Where the conversation is. `session`, the default: in `sessions`. `host`: in the messages of each call; `sessions` keeps
   * only the run.
   */
  readonly history?: 'session' | 'host'
  /** Learns from the usage that providers report: `calibrate(heuristic())` of `@lamella/tokenizer-heuristic`. */
  readonly calibration?: UsageCalibration
  /**
   * Whether the provider takes system messages among the others, for changed texts of the owner. Needs a builder whose
   * framing says so for the model. Default `false`.
   */
  readonly systemInMiddle?: boolean
  /** Called with each request: after its answer, or without usage if that is not seen. What it throws fails the call. */
  readonly onReport?: (report: HostReport) => void
}

/** Structurally the result of `calibrate` of `@lamella/tokenizer-heuristic`. */
export interface UsageCalibration {
  tokenizer(model: string): Tokenizer
  observe(observation: {
    readonly model: string
    readonly estimated: Pick<TokenReport, 'total' | 'framing' | 'tokenizer'>
    readonly actual: number
  }): unknown
}

/** What was sent and what it cost. */
export interface HostReport {
  /** Absent for requests of the default builder without a scope. */
  readonly scope?: Scope
  readonly model: string | undefined
  readonly context: Context
  readonly report: Report
  /** Absent if the provider did not count, or the answer is not seen. */
  readonly usage?: HostUsage
}

/** Tokens of a request and its answer, as the provider has counted them. */
export interface HostUsage {
  /** All of the input, cached or not. */
  readonly input: number
  /** Of the input: read from the provider's cache, and written to it. */
  readonly cached?: number
  readonly written?: number
  readonly output?: number
}

/** What an adapter brings: what it takes from other packages, and what its host is like. */
export interface HostKit {
  /** The builder of somebody who has none. */
  readonly builder: () => AdapterBuilder
  /** Counts tokens for a builder without a tokenizer of its own: an estimate that is rarely too low. */
  readonly tokenizer: Tokenizer
  /** `modelBudget` of `@lamella/models`. */
  readonly budget: (model: string | undefined, sizes: HostSizes) => AdapterBudget
  /** `bindsThinking` of `@lamella/models`. */
  readonly bindsThinking: (model: string | undefined) => boolean
  /** The checks of options that only this adapter has. Default: none. */
  readonly checks?: Readonly<Record<string, (value: unknown) => string | undefined>>
  /** Whether the host shows answers: then `AnsweredHostOptions` are its options, otherwise `HostOptions`. Default `false`. */
  readonly answers?: boolean
  /** Whether a scope is required even if no layer reads anything by it. Default `false`. */
  readonly needsScope?: boolean
  /** Where the conversation is in every call. Default: the option. */
  readonly history?: 'session' | 'host'
  /** See `AdapterOptions.marks`. */
  readonly marks?: `lamella:${string}`
  /** Whether every provider of the host takes system messages among the others. Default: the option. */
  readonly systemInMiddle?: boolean
}

/** What a call and its options say of sizes, in tokens. */
export interface HostSizes {
  readonly window: number | undefined
  readonly reserve: number | undefined
  readonly maxOutputTokens: number | undefined
}

/** One call of a host. */
export interface HostCall<Call>
  extends Pick<
    AdapterRequest,
    'session' | 'agent' | 'system' | 'messages' | 'tools' | 'parameters' | 'holds' | 'notices' | 'operation' | 'signal'
  > {
  readonly call: Call
  /** What the call says of its scope; comes before the option. */
  readonly own?: Partial<Scope>
  readonly model: string | undefined
  /** What the call allows for the answer. */
  readonly maxOutputTokens?: number | undefined
}

/** A request that was built, as a host sends it. */
export interface HostRequest {
  readonly context: Context
  /** The system prompt as one text. */
  readonly system: string
  /** The messages without marks of this library. */
  readonly messages: Message[]
  /**
   * Appends an answer to the session, and reports.
   *
   * @param end How the call ended: `AnsweredOptions.failed`.
   */
  answered(
    answer: Parameters<AdaptedRequest['answered']>[0],
    usage?: HostUsage,
    end?: Pick<AnsweredOptions, 'failed'>,
  ): Promise<void>
  /** Tells the tracer of `observe` the body that the host has sent, as an object or as JSON. */
  sent(body: unknown): void
  /** Reports a request whose answer is not seen. */
  report(): void
}
