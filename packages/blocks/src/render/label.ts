const longestLabel = 100

/** What is wrong with a label, as the end of a sentence, or `undefined`. A label is part of the name of a tag. */
export function labelProblem(label: unknown): string | undefined {
  if (typeof label !== 'string') return 'must be a string'
  if (label.length > longestLabel) return `is longer than ${longestLabel} characters`
  // Letters that are not seen, such as U+3164: two blocks would look as if they had one name.
  if (/\p{DI}/u.test(label)) return 'has a character that cannot be seen'
  return /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:/-]*$/u.test(label)
    ? undefined
    : 'must be letters, digits and _ - . : / only, and begin with a letter, a digit or _'
}
