/**
 * A sum without rounding errors, so it does not depend on the order of additions and subtractions. It is kept as a few
 * non-overlapping numbers: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates" (1997); the same as Python's `math.fsum`. Whole numbers need only one.
 */
export class ExactSum {
  readonly #parts: number[] = []

  /** Adds a number, which may be negative. */
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

  /** Returns the number nearest to the sum. */
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
    // For a tie between two numbers, the remaining parts decide which one is nearer.
    const next = parts[at - 1] ?? 0
    if ((lost < 0 && next < 0) || (lost > 0 && next > 0)) {
      const twice = lost * 2
      const rounded = sum + twice
      if (twice === rounded - sum) return rounded
    }
    return sum
  }
}
