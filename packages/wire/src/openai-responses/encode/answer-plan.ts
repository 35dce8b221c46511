import type { Reasoning } from './reasoning.ts'
import type { RecordedPair } from './recorded.ts'

/** What is decided about the parts of one answer of the model before they are written. */
export interface AnswerPlan {
  /** The id of the item that a part is, or is in, by the index of the part. Reasoning without one is left out. */
  readonly ids: Map<number, string>
  /** Calls that are sent as they were recorded, with their answers. */
  recorded: Map<number, RecordedPair> | undefined
  /** Items that stand in the request already. */
  doubled: Set<number> | undefined
  readonly reasoning: ReadonlyMap<string, Reasoning>
}
