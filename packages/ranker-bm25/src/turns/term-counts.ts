/** What ranking needs to know of a text. Plain arrays, as typed ones of a few numbers are slow to make and larger. */
export interface TermCounts {
  /** Numbers of its terms, each once, in the order of their first occurrence. */
  readonly terms: readonly number[]
  /** How often each of `terms` occurs. */
  readonly counts: readonly number[]
  /** Terms in all. */
  readonly length: number
}

/** Adds numbers by term, and gives them back in the order in which the terms came. The room is used again. */
export interface Tally {
  /** Terms of which anything was added, in the order in which they came: as many as `size` says. */
  readonly terms: Int32Array
  readonly size: number
  add(term: number, amount: number): void
  /** What was added of a term. */
  of(term: number): number
  clear(): void
}

/** A tally with nothing in it. */
export function createTally(): Tally {
  let sums = new Float64Array(1024)
  let terms = new Int32Array(256)
  let size = 0
  return {
    get terms() {
      return terms
    },
    get size() {
      return size
    },
    add(term, amount) {
      if (term >= sums.length) sums = grown(sums, new Float64Array(2 * (term + 1)))
      const before = sums[term] as number
      if (before === 0) {
        if (size === terms.length) terms = grown(terms, new Int32Array(2 * size))
        terms[size++] = term
      }
      sums[term] = before + amount
    },
    of: (term) => sums[term] ?? 0,
    clear() {
      for (let i = 0; i < size; i++) sums[terms[i] as number] = 0
      size = 0
    },
  }
}

/** What a tally has, which is cleared. */
export function takeCounts(tally: Tally): TermCounts {
  const { terms: touched, size } = tally
  // Made as large as they will be: those that grow have room for more than most texts have.
  const terms = new Array<number>(size)
  const counts = new Array<number>(size)
  let length = 0
  for (let i = 0; i < size; i++) {
    const term = touched[i] as number
    const count = tally.of(term)
    terms[i] = term
    counts[i] = count
    length += count
  }
  tally.clear()
  return { terms, counts, length }
}

function grown<Numbers extends Float64Array | Int32Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from)
  return into
}
