/**
 * Formats US dollars: two digits after the point; below a dollar four, or as many as show two that are not zero.
 *
 * @example
 * dollars(12.5) // $12.50
 * dollars(0.01078) // $0.0108
 * dollars(0.0000123) // $0.000012
 */
export function dollars(amount: number): string {
  const size = Math.abs(amount)
  const digits = size > 0 && size < 1 ? Math.max(4, 1 - Math.floor(Math.log10(size))) : 2
  return `${amount < 0 ? '-' : ''}$${size.toFixed(Math.min(digits, mostDigits))}`
}

/** What is smaller than that is nothing to anybody. */
const mostDigits = 12
