import type { CountedText } from '@lamella/ranker-bm25/stores'

/** A text to index. */
export interface NewText {
  readonly id: number
  /** The number of its conversation; 0 for none. */
  readonly group: number
  readonly counted: CountedText
}
