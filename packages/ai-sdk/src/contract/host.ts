import type { JsonValue, ProviderOptions } from '@lamella/core'

/**
 * The parts of the language model specifications V3 (AI SDK 6) and V4 (AI SDK 7) that are read here, as one loose shape: both
 * versions run through the same code, and what they do not share is carried along unchanged.
 *
 * Source: `@ai-sdk/provider` 3.0.19 and 4.0.38, as read on 2026-11-23.
 */
export interface HostPart {
  readonly type: string
  readonly providerOptions?: ProviderOptions
  readonly [key: string]: unknown
}

/** A message of a prompt, or a `ModelMessage`. */
export interface HostMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | readonly HostPart[]
  readonly providerOptions?: ProviderOptions
}

/** A tool of a call: of the program, or of the provider. */
export interface HostTool {
  readonly type: string
  readonly name: string
  readonly id?: string
  readonly args?: unknown
  readonly description?: string
  readonly inputSchema?: unknown
  readonly providerOptions?: ProviderOptions
}

/** The options of a call of a model. */
export interface HostCall {
  readonly prompt: readonly HostMessage[]
  readonly tools?: readonly HostTool[]
  readonly maxOutputTokens?: number
  readonly providerOptions?: ProviderOptions
  readonly abortSignal?: AbortSignal
}

/** A part of an answer, or of its stream. */
export interface AnswerPart {
  readonly type: string
  readonly id?: string
  readonly delta?: string
  readonly text?: string
  readonly toolCallId?: string
  readonly toolName?: string
  /** The arguments of a call, as the model wrote them. */
  readonly input?: string
  readonly result?: JsonValue
  readonly isError?: boolean
  /** Whether a later result of the call replaces this one. */
  readonly preliminary?: boolean
  readonly providerExecuted?: boolean
  /** The usage of a call, on the part `finish`. */
  readonly usage?: HostUsage
  readonly providerMetadata?: ProviderOptions
  readonly [key: string]: unknown
}

/** The usage of a call. */
export interface HostUsage {
  readonly inputTokens?: { readonly [key in 'total' | 'cacheRead' | 'cacheWrite']?: number }
  readonly outputTokens?: { readonly total?: number }
}

/** The result of `doGenerate`. */
export interface HostResult {
  readonly content: readonly AnswerPart[]
  readonly usage: HostUsage
  readonly providerMetadata?: Record<string, Record<string, JsonValue | undefined>>
}

/** A model, as a middleware sees it. */
export interface HostModel {
  readonly modelId: string
  readonly specificationVersion: string
  doGenerate(call: HostCall): PromiseLike<HostResult>
  doStream(call: HostCall): PromiseLike<{ readonly stream: ReadableStream<AnswerPart> }>
}
