/**
 * A sum of which nothing is lost, so that it does not depend on the order in which numbers were added and taken away. It
 * is kept as a few numbers that do not overlap: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
 * Geometric Predicates" (1997); the same as Python's `math.fsum`. Whole numbers need only one.
 */
export class ExactSum {
  readonly #parts: number[] = []

  /** Adds a number; a negative one takes away. */
  add(number: number): void {
    const parts = this.#parts
    let kept = 0
    let carry = number
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as number
      const sum = carry + part
      const lost = Math.abs(carry) < Math.abs(part) ? carry - (sum - part) : part - (sum - carry)
      if (lost !== 0) parts[kept++] = lost
      carry = sum
    }
    if (carry !== 0) parts[kept++] = carry
    parts.length = kept
  }

  /** The number nearest to the sum. */
  get value(): number {
    const parts = this.#parts
    let at = parts.length - 1
    let sum = parts[at] ?? 0
    let lost = 0
    while (at > 0 && lost === 0) {
      const before = sum
      const part = parts[--at] as number
      sum = before + part
      lost = part - (sum - before)
    }
    // Half way between two numbers, the parts that are left decide which of the two is nearer.
    const next = parts[at - 1] ?? 0
    if ((lost < 0 && next < 0) || (lost > 0 && next > 0)) {
      const twice = lost * 2
      const rounded = sum + twice
      if (twice === rounded - sum) return rounded
    }
    return sum
  }
}
