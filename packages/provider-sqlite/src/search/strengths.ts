import type { Asked, Holder, StrengthGroup } from '@lamella/core/search'
import { strengthsOf } from '@lamella/core/search'
import { partNames, readPostings, readTexts } from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { type Kind, kindNumbers } from './kinds.ts'

/** Texts of one kind. */
interface Group {
  readonly kind: Kind
  readonly ids: readonly number[]
}

/**
 * Returns the share of a query that texts of several kinds contain, 0 to 1, comparable across kinds: for each group by
 * number of the text, without texts that have no word of it. Call it in a transaction.
 */
export type Strengths = (
  owner: number,
  asked: readonly Asked[],
  groups: readonly Group[],
) => readonly ReadonlyMap<number, number>[]

export function createStrengths(db: SqliteDatabase): Strengths {
  const chunks = db.prepare('SELECT id, texts FROM word_chunks WHERE owner = ? AND kind = ? ORDER BY id')
  const postings = db.prepare('SELECT postings FROM words WHERE chunk = ? AND term = ?')

  const groupOf = (owner: number, { kind, ids }: Group): StrengthGroup => {
    const rows = chunks.all(owner, kindNumbers[kind]) as { readonly id: number; readonly texts: Uint8Array }[]
    const own = rows.map(({ id, texts }) => ({ id, texts: readTexts(texts) }))
    let [count, terms] = [0, 0]
    for (const { texts } of own) {
      for (const [place, id] of texts.ids.entries()) {
        if (id < 0) continue
        count++
        terms += texts.lengths[place * partNames.length] as number
      }
    }
    const holdersOf = (term: string): readonly Holder[] =>
      own.flatMap(({ id: chunk, texts }) => {
        const row = postings.get(chunk, term) as { readonly postings: Uint8Array } | undefined
        if (row === undefined) return []
        const { places, said, speaker, date, label } = readPostings(row.postings)
        return places.map((place, i) => ({
          id: texts.ids[place] as number,
          length: texts.lengths[place * partNames.length] as number,
          said: said[i] as number,
          around: (speaker[i] as number) + (date[i] as number) + (label[i] as number),
        }))
      })
    return { ids, extent: { count, terms }, holdersOf }
  }
  return (owner, asked, groups) =>
    strengthsOf(
      asked,
      groups.map((group) => groupOf(owner, group)),
    )
}
