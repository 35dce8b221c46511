import type { CallIds } from '../../shared/call-ids.ts'
import type { Ledger } from '../../shared/ledger.ts'
import type { ToolNames } from '../../shared/tool-names.ts'
import type { ContentList } from './contents.ts'

/** What the parts of one encoding share. Made anew for each request. */
export interface EncodeState extends Ledger {
  readonly names: ToolNames
  readonly ids: CallIds
  readonly contents: ContentList
  /** Of the model. */
  readonly generation: number
  readonly api: 'gemini' | 'vertex'
  readonly schemas: 'json' | 'openapi'
  readonly writesIds: boolean
  /** Whether the first call of each step needs a signature, or what stands in its place. */
  readonly wantsSignatures: boolean
  /** Whether images and documents of a tool stand in its response, or behind it. */
  readonly nestsMedia: boolean
}
