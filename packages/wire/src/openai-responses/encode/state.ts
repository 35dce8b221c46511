import type { CallIds } from '../../shared/call-ids.ts'
import type { Ledger } from '../../shared/ledger.ts'
import type { ToolNames } from '../../shared/tool-names.ts'

/** What the parts of one encoding share. Made anew for each request. */
export interface EncodeState extends Ledger {
  readonly names: ToolNames
  readonly ids: CallIds
  readonly systemRole: 'system' | 'developer'
  /** Whether the API keeps items: then they carry their ids, and it knows their reasoning by its id. */
  readonly stored: boolean
  /** Ids of items that are in the request. Two items of one id are refused (OR-ID-DUP). */
  readonly itemIds: Set<string>
  /** How often a person had a word about a request for approval, by its id. */
  readonly approvals: Map<string, number>
  /** Whether the request carries on a conversation that the API holds. */
  readonly continues: boolean
  /** The same, or an item of the input refers to what it holds: then a result may answer a call that is not there. */
  holds: boolean
  /** Whether items of the input bring tools along. */
  loadsTools: boolean
}
