import { cutText } from '@lamella/core/plugin'
import { type Passage, paragraph } from './transcript.ts'

/**
 * Splits a text into paragraphs of at most `limit` tokens that together contain all of it: one if it fits, else pieces
 * cut after a line break near enough to the end, or else between user-perceived characters. Every piece but the first
 * says that it continues. Returns `undefined` if not even one character fits.
 */
export function splitPassage(
  one: Passage,
  limit: number,
  count: (text: string) => number,
): readonly { readonly text: string; readonly tokens: number }[] | undefined {
  const whole = paragraph(one)
  const tokens = count(whole)
  if (tokens <= limit) return [{ text: whole, tokens }]
  const { text, label } = one
  const pieces: { readonly text: string; readonly tokens: number }[] = []
  // The number of characters that fit if the text is uniform, or half of that otherwise.
  const frame = count(`${label} (continued): `)
  const guess = Math.max(1, Math.floor((Math.max(1, limit - frame) * text.length) / tokens))
  for (let at = 0; at < text.length; ) {
    const speaker = at === 0 ? label : `${label} (continued)`
    let end = cutAt(text, at, guess)
    for (;;) {
      const piece = paragraph({ label: speaker, text: text.slice(at, end) })
      const cost = count(piece)
      if (cost <= limit) {
        pieces.push({ text: piece, tokens: cost })
        break
      }
      const less = cutAt(text, at, Math.floor((end - at) / 2))
      if (less >= end) return undefined
      end = less
    }
    at = end
  }
  return pieces
}

/** Returns where a piece of at most `size` characters starting at `at` ends, at least one character later. */
function cutAt(text: string, at: number, size: number): number {
  if (at + size >= text.length) return text.length
  // Looks only at text near the cut, so many cuts of a long text take one pass.
  const near = text.slice(at, at + size + 128)
  const line = near.lastIndexOf('\n', size - 1)
  if (line >= size / 2) return at + line + 1
  const graphemes = cutText(near, size, { marker: () => '' }).length
  if (graphemes > 0) return at + graphemes
  const end = at + Math.max(1, size)
  if (!isInsidePair(text, end)) return end
  return end - 1 > at ? end - 1 : end + 1
}

function isInsidePair(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1))
}
