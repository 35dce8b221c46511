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

/** How well texts match a query by words. */
export interface KeywordScores {
  /** By number of the text: its score from its content and its metadata. */
  readonly scores: Map<number, number>
  /** By number of the text: its score from its content alone. */
  readonly said: ReadonlyMap<number, number>
  /** The score of a text that has every word of the query once. */
  readonly most: number
}

/** How soon repetition stops counting, and how much length matters: the values of Anserini, which suit short texts. */
const k1 = 0.9
const b = 0.4

/**
 * Scores an owner's texts: BM25 over that owner's data alone, so that nobody else's data affects the order (Robertson
 * and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; with the logarithm of Lucene, which is
 * never below 0).
 */
export function scoreTexts(asked: readonly Asked[], { count, terms }: Extent, holdersOf: HoldersOf): KeywordScores {
  const scores = new Map<number, number>()
  const said = new Map<number, number>()
  const average = averageOf({ count, terms })
  let most = 0
  for (const { term, count: times } of asked) {
    const texts = holdersOf(term)
    const speaking = texts.reduce((sum, text) => (text.said > 0 ? sum + 1 : sum), 0)
    const [rarity, rarityOfSaid] = [rarityOf(texts.length, count), rarityOf(speaking, count)]
    most += times * rarity
    for (const text of texts) {
      const damping = dampingOf(text.length, average)
      const all = text.said + text.around
      add(scores, text.id, (times * rarity * all * (k1 + 1)) / (all + damping))
      if (text.said > 0) add(said, text.id, (times * rarityOfSaid * text.said * (k1 + 1)) / (text.said + damping))
    }
  }
  return { scores, said, most }
}

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

function add(scores: Map<number, number>, id: number, score: number): void {
  scores.set(id, (scores.get(id) ?? 0) + score)
}
