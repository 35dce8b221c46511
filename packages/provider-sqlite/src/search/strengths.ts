import type { Asked, Holder, StrengthGroup } from '@lamella/core/search'
import { strengthsOf } from '@lamella/core/search'
import { partNames, unit } from '@lamella/ranker-bm25/stores'
import type { Kind } from './kinds.ts'
import type { Chunk } from './known-chunks.ts'
import type { WordSearch } from './word-search.ts'

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

export function createStrengths(words: Readonly<Record<Kind, WordSearch>>): Strengths {
  const groupOf = (owner: number, { kind, ids }: Group): StrengthGroup => {
    const chunks = words[kind].chunksOf(owner)
    let [count, terms] = [0, 0]
    for (const { texts } of chunks) {
      for (const [place, id] of texts.ids.entries()) {
        if (id < 0) continue
        count++
        terms += texts.lengths[place * partNames.length] as number
      }
    }
    return { ids, extent: { count, terms }, holdersOf: (term) => chunks.flatMap((chunk) => holdersIn(chunk, term)) }
  }
  return (owner, asked, groups) =>
    strengthsOf(
      asked,
      groups.map((group) => groupOf(owner, group)),
    )
}

function holdersIn({ texts, word }: Chunk, term: string): readonly Holder[] {
  const postings = word(term)
  if (postings === undefined) return []
  const around = new Map(Array.from(postings.known, (index, i) => [index, (postings.around[i] as number) / unit]))
  return Array.from(postings.places, (place, i) => ({
    id: texts.ids[place] as number,
    length: texts.lengths[place * partNames.length] as number,
    said: postings.said[i] as number,
    around: around.get(i) ?? 0,
  }))
}
