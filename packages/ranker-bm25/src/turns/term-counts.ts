/** The data that ranking needs on a text. Plain arrays, since small typed arrays are slow to create and larger. */
export interface TermCounts {
  /** The numbers of its distinct terms, in order of first occurrence. */
  readonly terms: readonly number[]
  /** The frequency of each of `terms`. */
  readonly counts: readonly number[]
  /** The total number of terms. */
  readonly length: number
  /**
   * About the number of words, a whole number: a text without spaces has many more terms, since its characters and their pairs are
   * terms.
   */
  readonly words: number
  /** By item of `terms`: the parts that have it, as bits. Set for texts that have parts (parts.ts), where they may count. */
  readonly parts?: readonly number[] | undefined
}

/** Sums numbers by term and returns them in the order in which terms were first added. The memory is reused. */
export interface Tally {
  /** The added terms in order of first addition; the first `size` entries are valid. */
  readonly terms: Int32Array
  readonly size: number
  add(term: number, amount: number): void
  /** Returns the sum of a term. */
  of(term: number): number
  clear(): void
}

/** Creates an empty tally. */
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

/** Returns the counts of a tally and clears it. */
export function takeCounts(tally: Tally, words: number): TermCounts {
  const { terms: touched, size } = tally
  // Allocate the final size: growing arrays reserve more room than most texts need.
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
  return { terms, counts, length, words: Math.ceil(words) }
}

function grown<Numbers extends Float64Array | Int32Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from)
  return into
}
