import type { Ledger } from '../../shared/loss.ts'
import type { ToolNames } from '../../shared/tool-names.ts'

/** What the parts of one encoding share. Made anew for each request. */
export interface EncodeState extends Ledger {
  readonly names: ToolNames
  readonly systemRole: 'system' | 'developer'
}
