import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Asked } from './question.ts'

/** How well texts match a query by words. */
export interface KeywordScores {
  /** By number of the text: its score from its content and its metadata. */
  readonly scores: Map<number, number>
  /** By number of the text: its score from its content alone. */
  readonly said: ReadonlyMap<number, number>
  /** The score of a text that has every word of the query once. */
  readonly most: number
}

/** The size of an owner's part of an index. */
export interface Extent {
  readonly count: number
  readonly terms: number
}

/** Kinds of indexed texts. */
export type Kind = 'message' | 'entry' | 'block'

/** Where the term count of each text is stored, by kind. */
const lengthsOf: Readonly<Record<Kind, string>> = {
  message: 'message_terms t ON t.key = w.doc',
  entry: 'entries t ON t.id = w.doc',
  block: 'blocks t ON t.id = w.doc',
}

/** Scores an owner's texts. Call it in a transaction. */
export type ScoreWords = (asked: readonly Asked[], extent: Extent) => KeywordScores

/** How soon repetition stops counting, and how much length matters: the values of Anserini, which suit short texts. */
const k1 = 0.9
const b = 0.4

/**
 * BM25 over one owner's data, on the lists of FTS5's index (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework: BM25 and Beyond", 2009; with the logarithm of Lucene, which is never below 0).
 *
 * FTS5's own `bm25()` is not used. It computes the rarity of words and the length of texts over all owners: one owner's
 * results would change with another's data, and among a million texts of others, every word of a small owner is about
 * equally rare. Its k1 and b are fixed at values for long texts (nDCG@10 of 0.41 on LoCoMo, compared with 0.48 here),
 * and it is slower.
 */
export function createScoreWords(
  db: SqliteDatabase,
  kind: Kind,
  holdersOf: HoldersOf = createHoldersOf(db, kind),
): ScoreWords {
  return (asked, { count, terms }) => {
    const scores = new Map<number, number>()
    const said = new Map<number, number>()
    const average = terms / Math.max(1, count) || 1
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
}

/** Finds the texts that have a term. Call it in a transaction. */
export type HoldersOf = (term: string) => readonly Holder[]

export function createHoldersOf(db: SqliteDatabase, kind: Kind): HoldersOf {
  // CROSS JOIN: the word's list first, then the lengths. As JSON, since one row each would cost more than the rest.
  const postings = db.prepare(`
    SELECT json_group_array(w.doc) AS docs, json_group_array(w.col = 'said') AS saids, json_group_array(t.terms) AS lengths
    FROM ${kind}_words w CROSS JOIN ${lengthsOf[kind]} WHERE w.term = ?
  `)
  return (term) => holdersIn(postings.get(term) as PostingsRow)
}

/** The norm for repetitions of a word in a text: higher for long texts. */
export function dampingOf(length: number, average: number): number {
  return k1 * (1 - b + (b * length) / average)
}

/** The positions of a term, as three lists in JSON. */
export interface PostingsRow {
  readonly docs: string
  readonly saids: string
  readonly lengths: string
}

/** A text that has a term, and its number of occurrences. */
export interface Holder {
  readonly id: number
  readonly length: number
  /** The number of occurrences in the content, and in the metadata. */
  readonly said: number
  readonly around: number
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** Groups the positions of a term by text. Positions of one text are adjacent. */
export function holdersIn(row: PostingsRow): readonly Holder[] {
  const docs = JSON.parse(row.docs) as readonly number[]
  const saids = JSON.parse(row.saids) as readonly number[]
  const lengths = JSON.parse(row.lengths) as readonly number[]
  const holders: Writable<Holder>[] = []
  let last: Writable<Holder> | undefined
  for (let i = 0; i < docs.length; i++) {
    const id = docs[i] as number
    if (last?.id !== id) {
      last = { id, length: lengths[i] as number, said: 0, around: 0 }
      holders.push(last)
    }
    if (saids[i] === 1) last.said++
    else last.around++
  }
  return holders
}

/** Returns the weight of a term by the number of texts that have it. */
export function rarityOf(holders: number, count: number): number {
  return Math.log(1 + Math.max(0, count - holders + 0.5) / (holders + 0.5))
}

function add(scores: Map<number, number>, id: number, score: number): void {
  scores.set(id, (scores.get(id) ?? 0) + score)
}
