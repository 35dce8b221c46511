import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package, by code. */
export interface WireErrorDetails {
  /** Recorded messages do not match the format. */
  WIRE_DECODE: { readonly path: string; readonly problem: string }
  /** A name that no wire format has. */
  WIRE_FORMAT_UNKNOWN: { readonly format: string }
  /** A sampling parameter is outside the range that the format allows. */
  WIRE_PARAMETER: { readonly parameter: string; readonly value: unknown }
  /** More tools than the format accepts. */
  WIRE_TOO_MANY_TOOLS: { readonly tools: number; readonly limit: number }
  /** A tool call without its result, or a result without its call. `index` is the position in `context.messages`. */
  WIRE_TOOL_PAIR: { readonly index: number; readonly toolCallId: string }
  /** A value that JSON cannot represent, or an empty request. */
  WIRE_UNENCODABLE: { readonly path: string }
}

/** The error codes of this package. */
export type WireErrorCode = keyof WireErrorDetails

/** Creates an error of this package. */
export const wireError: MakeError<WireErrorDetails> = errorsOf<WireErrorDetails>()
