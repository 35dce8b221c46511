import type { Parameters } from '@lamella/core'
import type { CallIds } from '../shared/call-ids.ts'
import type { Ledger } from '../shared/ledger.ts'
import type { WireOptions } from '../shared/options.ts'
import type { ToolFields } from '../shared/tool-fields.ts'
import type { ToolNames } from '../shared/tool-names.ts'
import type { WireContext } from '../shared/wire-context.ts'

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

/** The driver's state that it shares with every function of a format during one run. Created for each request. */
export interface EncodeBase<Types extends FormatTypes> {
  readonly context: WireContext
  readonly options: Types['options']
  readonly parameters: Parameters
  /** The model from the options, or from the parameters. */
  readonly model: string | undefined
  readonly names: ToolNames
  readonly fields: ToolFields
  readonly ids: CallIds
}

/** A run before the format has added its own state. */
export type Start<Types extends FormatTypes> = Ledger<undefined, EncodeBase<Types>>

/** A position in the context, with the driver's shared state as `base` and the format's as `run`. */
export type EncodeState<Types extends FormatTypes> = Ledger<Types['run'], EncodeBase<Types>>
