/** Numbers for terms, from 0, in the order in which they were added. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #terms: string[] = []

  /** Terms that have a number. */
  get size(): number {
    return this.#terms.length
  }

  /** The terms, by number. */
  get terms(): readonly string[] {
    return this.#terms
  }

  /** The number of a term that has one. */
  get(term: string): number | undefined {
    return this.#numbers.get(term)
  }

  /** The number of a term, which it is given if it has none. */
  add(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#terms.length
    this.#terms.push(term)
    this.#numbers.set(term, number)
    return number
  }

  /** The term of a number. Undefined where there is none. */
  at(number: number): string | undefined {
    return this.#terms[number]
  }
}
