import { longTurn } from '../turns/conversation.ts'
import { asLength } from '../turns/turn.ts'
import { partNames } from './counted-text.ts'
import type { StoreConversation } from './store-conversation.ts'
import type { TextRecords } from './text-records.ts'

/** The texts of one owner and kind, in the order of their conversations: a rank is a place in this order. */
export interface TextCollection {
  readonly size: number
  /** By rank: the number of the text in its store. */
  readonly ids: Float64Array
  /** By rank: the number of the conversation; 0 for none. */
  readonly groups: Float64Array
  /** By rank: the number of terms, with those that come from other parts and from nearby turns, weighted. */
  readonly lengths: Float64Array
  /** The mean of `lengths`, and that of the texts alone; 1 if there are none. */
  readonly averageLength: number
  readonly averageTerms: number
  /** By rank: how many turns of the same conversation precede and follow it without a long text between. At most 16. */
  readonly before: Uint8Array
  readonly behind: Uint8Array
  /** By rank: 1 if the text may answer a question in the one before it. */
  readonly answers: Uint8Array
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
  isMeant: (id: number) => boolean = () => true,
): TextCollection {
  const found: { readonly chunk: number; readonly place: number; readonly id: number; readonly group: number }[] = []
  let isSorted = true
  for (const [chunk, { ids, groups }] of chunks.entries()) {
    for (const [place, id] of ids.entries()) {
      if (id < 0 || !isMeant(id)) continue
      const text = { chunk, place, id, group: groups[place] as number }
      const last = found.at(-1)
      if (last && (last.group > text.group || (last.group === text.group && last.id > id))) isSorted = false
      found.push(text)
    }
  }
  if (!isSorted) found.sort((a, b) => a.group - b.group || a.id - b.id)

  const size = found.length
  const ids = new Float64Array(size)
  const groups = new Float64Array(size)
  const said = new Float64Array(size)
  const asked = new Float64Array(size)
  const lengths = new Float64Array(size)
  const ranks = chunks.map((chunk) => new Int32Array(chunk.ids.length).fill(-1))
  let terms = 0
  for (const [rank, { chunk, place, id, group }] of found.entries()) {
    const own = (chunks[chunk] as TextRecords).lengths
    const at = place * parts
    ids[rank] = id
    groups[rank] = group
    said[rank] = own[at] as number
    asked[rank] = own[at + 1] as number
    // What is known of a text does not make it longer: a dated one is no worse than one without a date.
    lengths[rank] = own[at] as number
    ;(ranks[chunk] as Int32Array)[place] = rank
    terms += own[at] as number
  }
  const around = { before: new Uint8Array(size), behind: new Uint8Array(size), answers: new Uint8Array(size) }
  addNearby({ groups, said, asked, lengths, ...around }, weights)
  let total = 0
  for (let rank = 0; rank < size; rank++) {
    lengths[rank] = asLength(lengths[rank] as number)
    total += lengths[rank] as number
  }
  const [averageLength, averageTerms] = [total / size || 1, terms / size || 1]
  return { size, ids, groups, lengths, averageLength, averageTerms, ...around, ranks }
}

interface Turns extends Pick<TextCollection, 'groups' | 'lengths' | 'before' | 'behind' | 'answers'> {
  readonly said: Float64Array
  readonly asked: Float64Array
}

/** Finds the nearby turns of each, and adds their terms to its length. */
function addNearby(turns: Turns, { neighbours, question }: StoreConversation): void {
  const { groups, said, asked, lengths, before, behind, answers } = turns
  const isShort = (rank: number): boolean => (said[rank] as number) <= longTurn
  for (let rank = 1; rank < groups.length; rank++) {
    if (groups[rank] !== groups[rank - 1] || groups[rank] === 0) continue
    if ((asked[rank - 1] as number) <= longTurn) answers[rank] = 1
    if (isShort(rank) && isShort(rank - 1)) before[rank] = Math.min(neighbours.length, (before[rank - 1] as number) + 1)
  }
  for (let rank = groups.length - 2; rank >= 0; rank--) {
    if ((before[rank + 1] as number) > 0) behind[rank] = Math.min(neighbours.length, (behind[rank + 1] as number) + 1)
  }
  for (let rank = 0; rank < groups.length; rank++) {
    let length = lengths[rank] as number
    for (let i = 0; i < (before[rank] as number); i++)
      length += (neighbours[i] as number) * (said[rank - i - 1] as number)
    for (let i = 0; i < (behind[rank] as number); i++)
      length += (neighbours[i] as number) * (said[rank + i + 1] as number)
    if (answers[rank] === 1) length += question * (asked[rank - 1] as number)
    lengths[rank] = length
  }
}
