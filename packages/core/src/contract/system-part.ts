import type { Stability } from './layer.ts'
import type { SystemMessage } from './message.ts'

/** One layer's part of the system prompt. Structurally a system message. */
export interface SystemPart extends SystemMessage {
  readonly layer: string
  readonly stability: Stability
}
