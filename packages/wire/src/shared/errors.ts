import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of this package tells beside its message, by code. */
export interface WireErrorDetails {
  /** Recorded messages are not of the format. */
  WIRE_DECODE: { readonly path: string; readonly problem: string }
  /** A name that no wire format has. */
  WIRE_FORMAT_UNKNOWN: { readonly format: string }
  /** A sampling parameter is outside of what the format allows. */
  WIRE_PARAMETER: { readonly parameter: string; readonly value: unknown }
  /** More tools than the format takes. */
  WIRE_TOO_MANY_TOOLS: { readonly tools: number; readonly limit: number }
  /** A tool call without its result, or a result without its call. `index` is the place in `context.messages`. */
  WIRE_TOOL_PAIR: { readonly index: number; readonly toolCallId: string }
  /** A value that no JSON can carry, or nothing to send at all. */
  WIRE_UNENCODABLE: { readonly path: string }
}

/** Codes of this package. */
export type WireErrorCode = keyof WireErrorDetails

/** Makes an error of this package. */
export const wireError: MakeError<WireErrorDetails> = errorsOf<WireErrorDetails>()
