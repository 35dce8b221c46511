import type { Reasoning } from './reasoning.ts'
import type { RecordedPair } from './recorded.ts'

/** Decisions about the parts of one model answer, made before they are written. */
export interface AnswerPlan {
  /** The item id for each part, by the index of the part. Reasoning without an id is left out. */
  readonly ids: Map<number, string>
  /** Calls that are sent as recorded, with their answers. */
  recorded: Map<number, RecordedPair> | undefined
  /** Provider-executed items that cannot be sent, with the reason. */
  leftOut: Map<number, string> | undefined
  readonly reasoning: ReadonlyMap<string, Reasoning>
}
