import { longTurn } from '../turns/conversation.ts'
import { formulaFor } from '../turns/formula.ts'
import { asLength } from '../turns/turn.ts'
import { partNames } from './counted-text.ts'
import type { StoreConversation } from './store-conversation.ts'
import type { TextRecords } from './text-records.ts'
import { unit } from './weigh-postings.ts'

/** The texts of one owner and kind, in the order of their conversations: a rank is a place in this order. */
export interface TextCollection {
  readonly size: number
  /** By rank: the number of the text in its store. */
  readonly ids: Float64Array
  /** By rank: the number of the conversation; 0 for none. */
  readonly groups: Float64Array
  /** The parameter of BM25 for texts of this length. */
  readonly k1: number
  /** By rank: what the formula adds to a frequency, in its unit: more for long texts. */
  readonly norms: Float64Array
  /** By rank: how many turns of the same conversation precede and follow it without a long text between. At most 16. */
  readonly before: Uint8Array
  readonly behind: Uint8Array
  /** By rank: 1 if the text may answer a question in the one before it. */
  readonly answers: Uint8Array
  /** Whether any text has neighbours. */
  readonly hasNeighbours: boolean
  /** By chunk, by place in it: the rank; -1 for a text that does not count. */
  readonly ranks: readonly Int32Array[]
}

const parts = partNames.length

/**
 * Arranges the texts of chunks.
 *
 * @param isMeant Whether a text counts. Default: all.
 */
export function collectTexts(
  chunks: readonly TextRecords[],
  weights: StoreConversation,
  isMeant?: (id: number) => boolean,
): TextCollection {
  const ranks = rankTexts(chunks, isMeant)
  const size = ranks.reduce((sum, { counted }) => sum + counted, 0)
  const ids = new Float64Array(size)
  const groups = new Float64Array(size)
  const said = new Float64Array(size)
  const asked = new Float64Array(size)
  let terms = 0
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    const records = chunks[chunk] as TextRecords
    const rankOf = (ranks[chunk] as Ranked).rankOf
    for (let place = 0; place < rankOf.length; place++) {
      const rank = rankOf[place] as number
      if (rank < 0) continue
      ids[rank] = records.ids[place] as number
      groups[rank] = records.groups[place] as number
      said[rank] = records.lengths[place * parts] as number
      asked[rank] = records.lengths[place * parts + 1] as number
      terms += said[rank] as number
    }
  }
  const around = { before: new Uint8Array(size), behind: new Uint8Array(size), answers: new Uint8Array(size) }
  const turns = { groups, said, asked, ...around }
  const hasNeighbours = findNearby(turns, weights)
  const lengths = lengthsWithNearby(turns, weights)
  let total = 0
  for (let rank = 0; rank < size; rank++) total += lengths[rank] as number
  const { k1, b } = formulaFor({ k1: undefined, b: undefined, plus: undefined }, terms / size || 1)
  const [base, slope] = [unit * k1 * (1 - b), (unit * k1 * b) / (total / size || 1)]
  const norms = lengths.map((length) => base + slope * length)
  return { size, ids, groups, k1, norms, ...around, hasNeighbours, ranks: ranks.map(({ rankOf }) => rankOf) }
}

interface Ranked {
  readonly rankOf: Int32Array
  /** The number of texts that count. */
  readonly counted: number
}

/** Orders texts by their conversations, and by their numbers in each. */
function rankTexts(chunks: readonly TextRecords[], isMeant?: (id: number) => boolean): readonly Ranked[] {
  let [next, lastGroup, lastId, isSorted] = [0, -1, -1, true]
  const ranked = chunks.map(({ ids, groups }): Ranked => {
    const start = next
    const rankOf = new Int32Array(ids.length).fill(-1)
    for (let place = 0; place < ids.length; place++) {
      const [id, group] = [ids[place] as number, groups[place] as number]
      if (id < 0 || (isMeant !== undefined && !isMeant(id))) continue
      if (group < lastGroup || (group === lastGroup && id < lastId)) isSorted = false
      lastGroup = group
      lastId = id
      rankOf[place] = next++
    }
    return { rankOf, counted: next - start }
  })
  if (isSorted) return ranked
  const found = ranked.flatMap(({ rankOf }, chunk) => {
    const { ids, groups } = chunks[chunk] as TextRecords
    return [...rankOf.keys()]
      .filter((place) => (rankOf[place] as number) >= 0)
      .map((place) => ({ rankOf, place, id: ids[place] as number, group: groups[place] as number }))
  })
  found.sort((a, b) => a.group - b.group || a.id - b.id)
  for (const [rank, { rankOf, place }] of found.entries()) rankOf[place] = rank
  return ranked
}

interface Turns extends Pick<TextCollection, 'groups' | 'before' | 'behind' | 'answers'> {
  /** By rank: the lengths of the text and of its questions. */
  readonly said: Float64Array
  readonly asked: Float64Array
}

/** Finds the nearby turns of each, and returns whether there are neighbours. */
function findNearby({ groups, said, asked, before, behind, answers }: Turns, weights: StoreConversation): boolean {
  const reach = weights.neighbours.length
  const isShort = (rank: number): boolean => (said[rank] as number) <= longTurn
  let hasNeighbours = false
  for (let rank = 1; rank < groups.length; rank++) {
    if (groups[rank] !== groups[rank - 1] || groups[rank] === 0) continue
    const questions = asked[rank - 1] as number
    if (questions > 0 && questions <= longTurn && weights.question > 0) answers[rank] = 1
    if (isShort(rank) && isShort(rank - 1)) before[rank] = Math.min(reach, (before[rank - 1] as number) + 1)
    if ((before[rank] as number) > 0) hasNeighbours = true
  }
  for (let rank = groups.length - 2; rank >= 0; rank--) {
    if ((before[rank + 1] as number) > 0) behind[rank] = Math.min(reach, (behind[rank + 1] as number) + 1)
  }
  return hasNeighbours
}

/** Returns the lengths with the terms of nearby turns. What is known of a text does not make it longer. */
function lengthsWithNearby(
  { said, asked, before, behind, answers }: Turns,
  { neighbours, question }: StoreConversation,
): Float64Array {
  return said.map((own, rank) => {
    let length = own
    for (let i = 0; i < (before[rank] as number); i++) {
      length += (neighbours[i] as number) * (said[rank - i - 1] as number)
    }
    for (let i = 0; i < (behind[rank] as number); i++) {
      length += (neighbours[i] as number) * (said[rank + i + 1] as number)
    }
    if (answers[rank] === 1) length += question * (asked[rank - 1] as number)
    return asLength(length)
  })
}
