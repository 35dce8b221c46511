import type { Holder, StrengthGroup } from '@lamella/store/search'
import { partNames } from './counted-text.ts'
import type { TextRecords } from './text-records.ts'
import { unit, type WeighedPostings } from './weigh-postings.ts'

/** A chunk of an index, as searches see it. */
export interface TextChunk {
  readonly texts: TextRecords
  /** Returns the postings of a term; `undefined` if no text has it. */
  word(term: string): WeighedPostings | undefined
}

/** Returns what `strengthsOf` of `@lamella/store/search` needs of the texts of one kind: those to judge, and all chunks. */
export function strengthGroup(ids: readonly number[], chunks: readonly TextChunk[]): StrengthGroup {
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
