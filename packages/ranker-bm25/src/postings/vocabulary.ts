/** Numbers for terms, from 0, in insertion order. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #terms: string[] = []

  /** The number of terms. */
  get size(): number {
    return this.#terms.length
  }

  /** The terms, by number. */
  get terms(): readonly string[] {
    return this.#terms
  }

  get(term: string): number | undefined {
    return this.#numbers.get(term)
  }

  /** Returns the number of a term, assigning one if necessary. */
  add(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#terms.length
    this.#terms.push(term)
    this.#numbers.set(term, number)
    return number
  }

  at(number: number): string | undefined {
    return this.#terms[number]
  }
}
