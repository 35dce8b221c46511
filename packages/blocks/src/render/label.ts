const longestLabel = 100

/**
 * Returns what is wrong with a label, as the predicate of a sentence, or `undefined`. A label is part of the name of a
 * tag.
 */
export function labelProblem(label: unknown): string | undefined {
  if (typeof label !== 'string') return 'must be a string'
  if (label.length > longestLabel) return `is longer than ${longestLabel} characters`
  // With invisible letters such as U+3164, two different labels would look the same.
  if (/\p{DI}/u.test(label)) return 'has an invisible character'
  return /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:/-]*$/u.test(label)
    ? undefined
    : 'must consist of letters, digits and _ - . : /, and start with a letter, a digit or _'
}
