import type { CallIds } from '../../shared/call-ids.ts'
import type { Ledger } from '../../shared/ledger.ts'
import type { ToolNames } from '../../shared/tool-names.ts'

/** What the parts of one encoding share. Made anew for each request. */
export interface EncodeState extends Ledger {
  readonly names: ToolNames
  readonly ids: CallIds
  readonly systemRole: 'system' | 'developer'
}
