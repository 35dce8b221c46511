import type { CallIds } from '../../shared/call-ids.ts'
import type { ToolNames } from '../../shared/tool-names.ts'
import type { Mark } from '../cache/marks.ts'
import type { MessagePlaces } from '../cache/message-places.ts'
import type { DraftBlock, Drafts } from './drafts.ts'

/** What the parts of one encoding share. Made anew for each request. */
export interface EncodeState extends Drafts {
  readonly model: string | undefined
  readonly names: ToolNames
  readonly ids: CallIds
  /** The cache marks that the context asks for, in the order in which they were met. */
  readonly marks: Mark[]
  /** Where the messages end that the cache plan asks about. */
  readonly places: MessagePlaces | undefined
  /** From the ids of calls that Anthropic ran to the ids that are sent. */
  readonly serverIds: Map<string, string>
  /** Where blocks come from that may have to be left out once the whole conversation is known. */
  readonly origins: Map<DraftBlock, Origin>
}

/** A part of the context. */
interface Origin {
  readonly index: number
  readonly part: number
}
