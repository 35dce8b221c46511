/** The parts of a stored text that have words of their own; `question`: the questions in the text, which are part of it. */
export type PartName = 'text' | 'question' | 'speaker' | 'date' | 'label'

/** The parts in their stored order. */
export const partNames: readonly PartName[] = ['text', 'question', 'speaker', 'date', 'label']

/** A text as numbers. Lists have an item for each of `partNames`. */
export interface CountedText {
  /** The number of terms of each part. */
  readonly lengths: readonly number[]
  /** By term, how often the text has it. */
  readonly said: ReadonlyMap<string, number>
  /** By term, how often each part has it, for terms that another part than the text has. */
  readonly parts: ReadonlyMap<string, readonly number[]>
}

/** Returns the terms of a text and of what is known of it. */
export function wordsOf({ said, parts }: CountedText): ReadonlySet<string> {
  return new Set([...said.keys(), ...parts.keys()])
}

/** Calls `use` with each term of a text, once, and how often each part has it; the parts behind the last with any may be missing. */
export function eachTerm({ said, parts }: CountedText, use: (term: string, counts: readonly number[]) => void): void {
  for (const [term, counts] of parts) use(term, counts)
  for (const [term, count] of said) if (!parts.has(term)) use(term, [count])
}
