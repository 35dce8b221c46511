import {
  type Asked,
  type Extent,
  type Holder,
  type HoldersOf,
  type KeywordScores,
  scoreTexts,
} from '@lamella/core/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

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

/**
 * BM25 over one owner's data, on the lists of FTS5's index.
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
  return (asked, extent) => scoreTexts(asked, extent, holdersOf)
}

/** Finds the texts that have a term. Call it in a transaction. */
export function createHoldersOf(db: SqliteDatabase, kind: Kind): HoldersOf {
  // CROSS JOIN: the word's list first, then the lengths. As JSON, since one row each would cost more than the rest.
  const postings = db.prepare(`
    SELECT json_group_array(w.doc) AS docs, json_group_array(w.col = 'said') AS saids, json_group_array(t.terms) AS lengths
    FROM ${kind}_words w CROSS JOIN ${lengthsOf[kind]} WHERE w.term = ?
  `)
  return (term) => holdersIn(postings.get(term) as PostingsRow)
}

/** The positions of a term, as three lists in JSON. */
export interface PostingsRow {
  readonly docs: string
  readonly saids: string
  readonly lengths: string
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
