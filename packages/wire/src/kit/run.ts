import type { Parameters } from '@lamella/core'
import type { CallIds } from '../shared/call-ids.ts'
import type { Ledger } from '../shared/ledger.ts'
import type { ToolNames } from '../shared/tool-names.ts'
import type { WireContext } from '../shared/wire-context.ts'
import type { FormatTypes } from './format-types.ts'

/** What the driver shares with every function of a format during one run. Made anew for each request. */
export interface EncodeBase<Types extends FormatTypes> {
  readonly context: WireContext
  readonly options: Types['options']
  readonly parameters: Parameters
  /** The model of the options, or that of the parameters. */
  readonly model: string | undefined
  readonly names: ToolNames
  readonly ids: CallIds
}

/** A run before the format has added its own. */
export type Start<Types extends FormatTypes> = Ledger<undefined, EncodeBase<Types>>

/** A place in the context, what the driver shares as `base`, and what the format shares as `run`. */
export type EncodeState<Types extends FormatTypes> = Ledger<Types['run'], EncodeBase<Types>>
