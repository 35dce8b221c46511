import { type Heard, heardFrom } from '../turns/voices.ts'

/** The parts of a stored text that have words of their own; `question`: the questions in the text, which are part of it. */
export type PartName = 'text' | 'question' | 'speaker' | 'date' | 'label'

/** The parts in their stored order. */
export const partNames: readonly PartName[] = ['text', 'question', 'speaker', 'date', 'label']

/** What an index has on a text apart from its terms. Lists have an item for each of `partNames`. */
export interface TextCounts extends Heard {
  /** The number of terms of each part. */
  readonly lengths: readonly number[]
  /** About the number of words of its own text (see `TermCounts.words`). */
  readonly words: number
  /** The number of its voice, 0 for none. */
  readonly voice: number
}

/** A text as numbers. */
export interface CountedText extends TextCounts {
  /** By term, how often the text has it. */
  readonly said: ReadonlyMap<string, number>
  /** By term, how often each part has it, for terms that another part than the text has. */
  readonly parts: ReadonlyMap<string, readonly number[]>
  /** By term, which even parts of a long text have it, as bits (parts.ts); `undefined` for a text of one part. */
  readonly bits: ReadonlyMap<string, number> | undefined
}

/**
 * Returns what a message heard.
 *
 * @param before The message directly before it in its conversation; `undefined` if it is the first.
 */
export function heardBy({ voice, said }: Pick<CountedText, 'voice' | 'said'>, before: CountedText | undefined): Heard {
  if (voice === 0 || before === undefined || before.voice === voice) return { heard: 0, repeated: 0 }
  return heardFrom(before.said.keys(), (term) => said.has(term))
}

/**
 * Calls `use` with each term of a text, once, and how often each part has it; the parts after the last with any may be
 * missing. The bits of a long text follow those of its parts.
 */
export function eachTerm(
  { said, parts, bits }: CountedText,
  use: (term: string, counts: readonly number[]) => void,
): void {
  const withBits = (term: string, counts: readonly number[]): readonly number[] =>
    bits === undefined ? counts : [...partNames.map((_, part) => counts[part] ?? 0), bits.get(term) ?? 0]
  for (const [term, counts] of parts) use(term, withBits(term, counts))
  for (const [term, count] of said) if (!parts.has(term)) use(term, withBits(term, [count]))
}
