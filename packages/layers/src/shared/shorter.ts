import type { Kept } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'

/** Texts are not cut below this number of characters (UTF-16 units): less would be useless. */
export const shortest = 160

/** The minimum number of characters between one form and the next, unless a tenth is more. */
const step = 100

/**
 * Returns the lengths to which a text of `length` characters is shortened, longest first: each a tenth shorter than the
 * one before it, or 100 characters shorter if that is more, down to `least`. The steps are small because a cut never
 * wastes more than its last step saved. A last step that would save less than a quarter is left out.
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

/**
 * Returns shorter forms of a text, longest first, down to its first 160 characters, each with a marker that says how
 * much was cut.
 */
export function shorterForms(text: string, cut: (text: string, max: number) => string = cutText): readonly string[] {
  return shorterLengths(text.length, shortest).map((max) => cut(text, max))
}

/** Returns the kept texts, each with its fragment's id. Skips messages, which no text layer produces. */
export function keptTexts(kept: readonly Kept[]): readonly { readonly id: string; readonly text: string }[] {
  return kept.flatMap(({ fragment, content }) =>
    typeof content === 'string' ? { id: fragment.id, text: content } : [],
  )
}
