import type { JsonValue } from '@lamella/core'
import { errorsOf, type MakeError } from '@lamella/core/plugin'
import type { PartialResponse } from './response/response.ts'

/** The details of each error of this package, by code. */
export interface WireErrorDetails {
  /** A provider's answer to a request for a summary is not a summary. */
  WIRE_COMPACTION: { readonly strategy: string; readonly reason: CompactionProblem; readonly stopReason?: string }
  /** Recorded messages do not match the format. */
  WIRE_DECODE: { readonly path: string; readonly problem: string }
  /** A name that no wire format has. */
  WIRE_FORMAT_UNKNOWN: { readonly format: string }
  /** A sampling parameter is outside the range that the format allows. */
  WIRE_PARAMETER: { readonly parameter: string; readonly value: unknown }
  /**
   * A provider's response, whole or streamed, is not usable. `partial`: what came of a stream before; `error`: the provider's
   * own error; `status`: the HTTP status.
   */
  WIRE_RESPONSE: {
    readonly format: string
    readonly reason: ResponseProblem
    readonly partial?: PartialResponse
    readonly error?: JsonValue
    readonly status?: number
  }
  /** A summary that only another provider can read. `format`: the one that can. */
  WIRE_SUMMARY_OPAQUE: { readonly path: string; readonly format: string }
  /** More tools than the format accepts. */
  WIRE_TOO_MANY_TOOLS: { readonly tools: number; readonly limit: number }
  /** A tool call without its result, or a result without its call. `index` is the position in `context.messages`. */
  WIRE_TOOL_PAIR: { readonly index: number; readonly toolCallId: string }
  /** A value that JSON cannot represent, or an empty request. */
  WIRE_UNENCODABLE: { readonly path: string }
}

/**
 * Why a provider's answer is not a summary.
 *
 * - `missing`: it contains none. `stopReason` says why, if the provider does.
 * - `several`: it contains more than one, or something else besides.
 * - `unsigned`: the summary has no signature, or no encrypted content.
 * - `empty`: the summary has no text.
 * - `too-large`: the summary is larger than what was asked for could be.
 * - `malformed`: the answer does not have the form that the provider documents.
 */
export type CompactionProblem = 'missing' | 'several' | 'unsigned' | 'empty' | 'too-large' | 'malformed'

/**
 * Why a response is not usable.
 *
 * - `incomplete`: the stream ended, or could not be read further, before the response was complete.
 * - `aborted`: its signal or its reader ended it.
 * - `failed`: the provider reported an error.
 * - `malformed`: it does not match the format, or is one of another format.
 * - `too-large`: it is larger than the option `limit`.
 */
export type ResponseProblem = 'incomplete' | 'aborted' | 'failed' | 'malformed' | 'too-large'

/** The error codes of this package. */
export type WireErrorCode = keyof WireErrorDetails

export const wireError: MakeError<WireErrorDetails> = errorsOf<WireErrorDetails>()

export function nothingToSend(): Error {
  return wireError(
    'WIRE_UNENCODABLE',
    'There is nothing to send: no system prompt and no message with content.',
    'Add a message to the build.',
    { path: 'messages' },
  )
}
