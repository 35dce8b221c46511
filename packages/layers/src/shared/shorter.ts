import { cutText, type Kept } from '@lamella/core'

/** Below this many characters (UTF-16 units) a text is not cut further: less would say nothing. */
const shortest = 160

/**
 * Shorter forms of a text, longest first: a half, a quarter, and the first 160 characters, each with the marker that
 * tells how much was cut. A form that would save less than a quarter of the one before it is left out.
 */
export function shorterForms(text: string, cut: (text: string, max: number) => string = cutText): readonly string[] {
  const forms: string[] = []
  let length = text.length
  for (const share of [text.length / 2, text.length / 4, shortest]) {
    const max = Math.max(shortest, Math.floor(share))
    if (max > length * 0.75) continue
    forms.push(cut(text, max))
    length = max
  }
  return forms
}

/** The texts that were kept, each with its fragment's id. Messages, which no text layer makes, are passed over. */
export function keptTexts(kept: readonly Kept[]): readonly { readonly id: string; readonly text: string }[] {
  return kept.flatMap(({ fragment, content }) =>
    typeof content === 'string' ? { id: fragment.id, text: content } : [],
  )
}
