/** A term of a query as indexed, and its number of occurrences in the query. */
export interface Asked {
  readonly term: string
  readonly count: number
}

/** The size of an owner's part of an index. */
export interface Extent {
  readonly count: number
  readonly terms: number
}

/** A text that has a term, and its number of occurrences. */
export interface Holder {
  readonly id: number
  /** The number of terms of the text. */
  readonly length: number
  /** The number of occurrences in the content, and in the metadata. */
  readonly said: number
  readonly around: number
}

/** Finds the texts that have a term. */
export type HoldersOf = (term: string) => readonly Holder[]

/** How soon repetition stops counting, and how much length matters: the values of Anserini, which suit short texts. */
const k1 = 0.9
const b = 0.4

/** Returns the average number of terms of a text. */
export function averageOf({ count, terms }: Extent): number {
  return terms / Math.max(1, count) || 1
}

/** Returns the norm for repetitions of a word in a text: higher for long texts. */
export function dampingOf(length: number, average: number): number {
  return k1 * (1 - b + (b * length) / average)
}

/** Returns the weight of a term by the number of texts that have it. */
export function rarityOf(holders: number, count: number): number {
  return Math.log(1 + Math.max(0, count - holders + 0.5) / (holders + 0.5))
}
