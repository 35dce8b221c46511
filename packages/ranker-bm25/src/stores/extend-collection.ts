import { decideEchoes, findNearby, type Nearby } from './nearby.ts'
import type { StoreConversation } from './store-conversation.ts'
import { emptyTexts, moveRanks, putText, type TextCollection, withNorms } from './text-collection.ts'
import type { TextRecords } from './text-records.ts'

/**
 * Adds a chunk with a few texts to a collection, which stays as it is. The result is that of `collectTexts` with all chunks, but
 * only the conversations that have got texts are looked at again.
 */
export function extendCollection(
  first: TextCollection,
  later: TextRecords,
  weights: StoreConversation,
): TextCollection {
  const added = placesToAdd(first, later)
  if (added.length === 0) return { ...first, ranks: [...first.ranks, new Int32Array(later.ids.length).fill(-1)] }
  const size = first.size + added.length
  const texts = emptyTexts(size)
  const rankIn = new Int32Array(first.size)
  const ownRanks = new Int32Array(later.ids.length).fill(-1)
  let terms = first.terms
  let from = 0
  for (const [count, { place, at }] of added.entries()) {
    copyTexts(first, texts, from, at, count, rankIn)
    ownRanks[place] = at + count
    terms += putText(texts, at + count, later, place)
    from = at
  }
  copyTexts(first, texts, from, first.size, added.length, rankIn)

  let { hasNeighbours } = first
  // The class of a new text is that of its voice: of a voice that changes its class, all texts are looked at again.
  for (const [count, { at }] of added.entries()) texts.echoes[at + count] = classOf(texts, first, at + count)
  if (decideEchoes(texts, weights)) hasNeighbours = findNearby(texts, weights, 0, size)
  else {
    let done = 0
    for (const [count, { at }] of added.entries()) {
      if (at + count < done) continue
      const [start, end] = conversationAround(texts.groups, at + count)
      if (findNearby(texts, weights, start, end)) hasNeighbours = true
      done = end
    }
  }
  const ranks = first.ranks.map((rankOf) => {
    const moved = rankOf.slice()
    moveRanks(moved, rankIn)
    return moved
  })
  return withNorms({ ...texts, size, hasNeighbours, ranks: [...ranks, ownRanks], terms })
}

interface Added {
  /** Its place in the chunk. */
  readonly place: number
  /** The rank of the text that it comes before. */
  readonly at: number
}

/** Returns the texts of a chunk in their order. */
function placesToAdd({ ids, groups, size }: TextCollection, later: TextRecords): readonly Added[] {
  const compare = (id: number, group: number, otherId: number, otherGroup: number): number =>
    group - otherGroup || id - otherId
  const rankAfter = (id: number, group: number): number => {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(ids[middle] as number, groups[middle] as number, id, group) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
  const id = (place: number): number => later.ids[place] as number
  const group = (place: number): number => later.groups[place] as number
  return [...later.ids.keys()]
    .filter((place) => id(place) >= 0)
    .sort((a, b) => compare(id(a), group(a), id(b), group(b)))
    .map((place) => ({ place, at: rankAfter(id(place), group(place)) }))
}

/** The class that the voice of a new text had before. */
function classOf({ voices }: Nearby, first: TextCollection, rank: number): number {
  const known = first.voices.indexOf(voices[rank] as number)
  return known < 0 ? 0 : (first.echoes[known] as number)
}

const copied = [
  ...(['ids', 'groups', 'lengths', 'said', 'asked', 'words', 'voices', 'heard', 'repeated'] as const),
  ...(['echoes', 'before', 'after', 'answers'] as const),
]

/** Copies texts to ranks that are `by` higher. */
function copyTexts(
  first: TextCollection,
  into: ReturnType<typeof emptyTexts>,
  from: number,
  to: number,
  by: number,
  rankIn: Int32Array,
): void {
  for (const name of copied) {
    into[name].set(first[name].subarray(from, to), from + by)
  }
  for (let rank = from; rank < to; rank++) rankIn[rank] = rank + by
}

/** Returns where the conversation of a text begins and ends; a text of none is alone. */
function conversationAround(groups: Float64Array, rank: number): readonly [number, number] {
  const group = groups[rank]
  let [start, end] = [rank, rank + 1]
  if (group === 0) return [start, end]
  while (start > 0 && groups[start - 1] === group) start--
  while (end < groups.length && groups[end] === group) end++
  return [start, end]
}
