import type { Parameters } from '@lamella/core'
import type { CallIds } from '../shared/call-ids.ts'
import type { Ledger } from '../shared/ledger.ts'
import type { ToolFields } from '../shared/tool-fields.ts'
import type { ToolNames } from '../shared/tool-names.ts'
import type { WireContext } from '../shared/wire-context.ts'
import type { FormatTypes } from './format-types.ts'

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
