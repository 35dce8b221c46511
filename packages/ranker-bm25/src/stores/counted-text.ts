/** The parts of a stored text that have words of their own; `question`: the questions in the text, which are part of it. */
export type PartName = 'text' | 'question' | 'speaker' | 'date' | 'label'

/** The parts in their stored order. */
export const partNames: readonly PartName[] = ['text', 'question', 'speaker', 'date', 'label']

/** A text as numbers. Lists have an item for each of `partNames`. */
export interface CountedText {
  /** The number of terms of each part. */
  readonly lengths: readonly number[]
  /** By term, how often each part has it. */
  readonly counts: ReadonlyMap<string, readonly number[]>
}
