import { partNames } from './counted-text.ts'
import type { Asked } from './store-terms.ts'
import type { TextRecords } from './text-records.ts'
import { unit, type WeighedPostings } from './weigh-postings.ts'

/** A chunk of an index, as searches see it. */
export interface TextChunk {
  readonly texts: TextRecords
  /** Returns the postings of a term; `undefined` if no text has it. */
  word(term: string): WeighedPostings | undefined
}

/** Texts of one kind to judge, and all chunks of their kind. */
export interface StrengthGroup {
  readonly ids: readonly number[]
  readonly chunks: readonly TextChunk[]
}

/** How soon repetition stops counting, and how much length matters: the values of Anserini, which suit short texts. */
const k1 = 0.9
const b = 0.4

/**
 * Returns the share of a query that texts of several kinds contain, 0 to 1, comparable across kinds: for each group by
 * number of the text, without texts that have no word of it.
 *
 * It is BM25 with one rarity per word for all kinds together. With a rarity per kind, a word in the owner's only memory
 * would be common there, and the same word rare among a thousand messages. A text's length is compared only with texts of
 * its kind, since a block is no worse for being longer than a message.
 *
 * Source: Callan, "Distributed Information Retrieval" (2000): common statistics of all collections make their scores
 * comparable.
 */
export function strengthsOf(
  asked: readonly Asked[],
  groups: readonly StrengthGroup[],
): readonly ReadonlyMap<number, number>[] {
  const parts = groups.map(({ ids, chunks }) => ({ ...extentOf(chunks), chunks, wanted: new Set(ids) }))
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const shares = parts.map(() => new Map<number, number>())
  let most = 0
  for (const { term, count: times } of asked) {
    const found = parts.map(({ chunks }) => chunks.flatMap((chunk) => holdersIn(chunk, term)))
    const all = found.reduce((sum, texts) => sum + texts.length, 0)
    const rarity = times * rarityOf(all, total)
    most += rarity
    for (const [index, { wanted, average }] of parts.entries()) {
      const share = shares[index] as Map<number, number>
      for (const { id, length, said, around } of found[index] ?? []) {
        if (!wanted.has(id)) continue
        const own = said + around
        const damping = k1 * (1 - b + (b * length) / average)
        share.set(id, (share.get(id) ?? 0) + (rarity * own) / (own + damping))
      }
    }
  }
  for (const share of shares) for (const [id, sum] of share) share.set(id, sum / most)
  return shares
}

/** Returns the number of texts, and of their terms on average. */
function extentOf(chunks: readonly TextChunk[]): { readonly count: number; readonly average: number } {
  let [count, terms] = [0, 0]
  for (const { texts } of chunks) {
    for (const [place, id] of texts.ids.entries()) {
      if (id < 0) continue
      count++
      terms += texts.lengths[place * partNames.length] as number
    }
  }
  return { count, average: terms / Math.max(1, count) || 1 }
}

/** Returns the weight of a term by the number of texts that have it. */
function rarityOf(holders: number, count: number): number {
  return Math.log(1 + Math.max(0, count - holders + 0.5) / (holders + 0.5))
}

/** A text that has a term. */
interface Holder {
  readonly id: number
  /** The number of terms of the text. */
  readonly length: number
  /** How often the content has it, and how often the metadata. */
  readonly said: number
  readonly around: number
}

function holdersIn({ texts, word }: TextChunk, term: string): readonly Holder[] {
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
