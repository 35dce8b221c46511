/** A term that begins as another does. */
export interface AlikeTerm {
  readonly term: string
  /** How much of both the common beginning is: twice its length, divided by both lengths. */
  readonly share: number
}

/** How many characters two terms must have in common at their beginning. */
const shortest = 4

/** Identifiers with a common beginning are different things, not forms of one word. */
const word = /^\p{L}+$/u

/** Terms by their first characters. Most are only kept: they are sorted when a term is first looked up. */
export class Beginnings {
  readonly #groups = new Map<string, string[]>()
  #unsorted: string[] = []

  add(term: string): void {
    if (term.length >= shortest) this.#unsorted.push(term)
  }

  /** Returns the terms that have at least this share in common with a term, in the order in which they were added. */
  like(term: string, least: number): readonly AlikeTerm[] {
    if (term.length < shortest || !word.test(term)) return []
    this.#sort()
    const group = this.#groups.get(term.slice(0, shortest)) ?? []
    return group.flatMap((other) => {
      const share = (2 * commonLength(term, other)) / (term.length + other.length)
      return share < least || other === term || !word.test(other) ? [] : [{ term: other, share }]
    })
  }

  #sort(): void {
    for (const term of this.#unsorted) {
      const key = term.slice(0, shortest)
      const group = this.#groups.get(key)
      if (group === undefined) this.#groups.set(key, [term])
      else group.push(term)
    }
    this.#unsorted = []
  }
}

function commonLength(one: string, other: string): number {
  let at = shortest
  while (at < one.length && one[at] === other[at]) at++
  return at
}
