import { strengthGroup } from '@lamella/ranker-bm25/stores'
import type { Asked } from '@lamella/store/search'
import { strengthsOf } from '@lamella/store/search'
import type { Kind } from './kinds.ts'
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
  return (owner, asked, groups) =>
    strengthsOf(
      asked,
      groups.map(({ kind, ids }) => strengthGroup(ids, words[kind].chunksOf(owner))),
    )
}
