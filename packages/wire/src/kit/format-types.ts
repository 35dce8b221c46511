import type { WireOptions } from '../shared/options.ts'

/** The types that the functions of a format exchange. A format declares them once, and TypeScript checks all of them. */
export interface FormatTypes {
  readonly options: WireOptions
  /** What the functions share during one run, beside what the driver gives them: lists that grow, what follows from the model. */
  readonly run: object
  /** A tool of the request. */
  readonly tool: unknown
  /** What `system` returns. */
  readonly system: unknown
  /** A part of a user message. A part may also be plain text, as a string. */
  readonly part: unknown
  /** What `open` reads of an assistant message for the functions that write it. */
  readonly turn: unknown
  readonly request: object
}
