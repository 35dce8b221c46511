import type { WireOptions } from '../shared/options.ts'

/** The types that the functions of a format share. A format declares them once, and TypeScript checks all functions. */
export interface FormatTypes {
  readonly options: WireOptions
  /** The format's shared state for one run, in addition to the driver's: growing lists, model-dependent settings. */
  readonly run: object
  /** A tool of the request. */
  readonly tool: unknown
  /** The return type of `system`. */
  readonly system: unknown
  /** A part of a user message. A part may also be plain text, as a string. */
  readonly part: unknown
  /** The data that `open` reads from an assistant message for the functions that write it. */
  readonly turn: unknown
  readonly request: object
}
