import { createEstimator } from '@lamella/core'

/** A text with more characters for each token of a limit is larger, whatever it says: it would take bytes and time. */
const most = 32

/** Whether a text has more tokens than a limit. The time depends on the limit, not on the text. */
export function isLarger(text: string, limit: number): boolean {
  // No UTF-16 unit costs more than its bytes twice.
  if (text.length * 6 <= limit) return false
  return text.length > most * limit || createEstimator().count(text) > limit
}

/** Returns how many characters of a text are at most so many tokens: from its beginning, or from its end. */
export function charactersFor(text: string, tokens: number, from: 'start' | 'end'): number {
  const { count } = createEstimator()
  let size = Math.min(text.length, tokens * 4)
  // Halves at most: an estimate of a part is in proportion to its length, but for short texts.
  for (let tries = 0; tries < 6 && size > 0; tries++) {
    const counted = count(from === 'start' ? text.slice(0, size) : text.slice(text.length - size))
    if (counted <= tokens) return size
    size = Math.floor(size * Math.max(0.3, (0.97 * tokens) / counted))
  }
  return size
}
