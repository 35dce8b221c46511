import { cutText } from '@lamella/core/plugin'
import { paragraph, type Said } from './transcript.ts'

/**
 * Paragraphs of at most `limit` tokens that together say all that was said: one if it fits, else pieces cut behind lines where
 * a line ends near enough, else between characters as a reader sees them. Every piece but the first says that it
 * goes on. `undefined` when not even one character fits.
 */
export function splitSaid(
  one: Said,
  limit: number,
  count: (text: string) => number,
): readonly { readonly text: string; readonly tokens: number }[] | undefined {
  const whole = paragraph(one)
  const tokens = count(whole)
  if (tokens <= limit) return [{ text: whole, tokens }]
  const { text, label } = one
  const pieces: { readonly text: string; readonly tokens: number }[] = []
  // As many characters as there are room for if the text is alike everywhere, and half of it where it is not.
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

/** Where a piece of at most `size` characters from `at` on ends: one character at least. */
function cutAt(text: string, at: number, size: number): number {
  if (at + size >= text.length) return text.length
  // Only what is near the cut is looked at, so that many cuts of a long text take one pass.
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
