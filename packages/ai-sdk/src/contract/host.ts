import type { ProviderOptions } from '@lamella/core'
import type { LanguageModelMiddleware } from 'ai'

type Wrap<Name extends 'wrapGenerate' | 'wrapStream'> = NonNullable<LanguageModelMiddleware[Name]>

/** What a middleware gets, by specification V3 (AI SDK 6). V4 (7) has the same fields; its messages and parts differ. */
export type Wrapped = Parameters<Wrap<'wrapGenerate'>>[0]

/** The options of a call of a model. */
export type HostCall = Wrapped['params']

/** A tool of a call: of the program, or of the provider. */
export type HostTool = NonNullable<HostCall['tools']>[number]

type HostResult = Awaited<ReturnType<Wrap<'wrapGenerate'>>>

/** A part of an answer. V4 has more kinds. */
export type AnswerPart = HostResult['content'][number]

/** A stream of an answer, and a part of it. */
export type HostStream = Awaited<ReturnType<Wrap<'wrapStream'>>>['stream']
export type StreamPart = HostStream extends ReadableStream<infer Part> ? Part : never

/** What ends an answer: the result, or the part `finish` of a stream; neither if the stream broke off. */
export type AnswerEnd = Partial<Pick<HostResult, 'usage' | 'providerMetadata' | 'finishReason'>> & {
  /** The whole body is in the results of `doGenerate` alone. */
  readonly response?: { readonly body?: unknown } | undefined
}

/**
 * A part of a message in V3, V4 or a `ModelMessage`, as one loose shape: what they do not share is carried along unchanged.
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
