import type { Kept } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'

/** Below this many characters (UTF-16 units) a text is not cut further: less would say nothing. */
export const shortest = 160

/** Characters that one form is shorter than the one before it, unless a tenth of that is more. */
const step = 100

/**
 * Lengths to which a text of `length` characters is shortened, longest first: each a tenth shorter than the one before it, or by
 * 100 characters where that is more, down to `least`. The steps are small since what a cut leaves unused is less than what its
 * last step saved. A last one that would save less than a quarter is left out.
 */
export function shorterLengths(length: number, least: number): readonly number[] {
  const lengths: number[] = []
  for (let from = length; from > least; ) {
    const to = Math.max(least, Math.floor(from - Math.max(step, from / 10)))
    if (to === least && to > from * 0.75) break
    lengths.push(to)
    from = to
  }
  return lengths
}

/** Shorter forms of a text, longest first, down to its first 160 characters, each with the marker that tells how much was cut. */
export function shorterForms(text: string, cut: (text: string, max: number) => string = cutText): readonly string[] {
  return shorterLengths(text.length, shortest).map((max) => cut(text, max))
}

/** The texts that were kept, each with its fragment's id. Messages, which no text layer makes, are passed over. */
export function keptTexts(kept: readonly Kept[]): readonly { readonly id: string; readonly text: string }[] {
  return kept.flatMap(({ fragment, content }) =>
    typeof content === 'string' ? { id: fragment.id, text: content } : [],
  )
}
