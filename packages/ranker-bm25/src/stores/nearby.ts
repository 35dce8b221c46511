import { longTurn } from '../turns/conversation.ts'
import { partCount } from '../turns/parts.ts'
import { asLength } from '../turns/turn.ts'
import { isEcho } from '../turns/voices.ts'
import type { StoreConversation } from './store-conversation.ts'
import { unit } from './weigh-postings.ts'

/** What texts have of those around them. Lists have an entry for each rank. */
export interface Nearby {
  readonly groups: Float64Array
  /** The lengths of the text and of its questions. */
  readonly said: Int32Array
  readonly asked: Int32Array
  /** About the number of words of the text. */
  readonly words: Int32Array
  /** The voice of the text, 0 for none, and what it heard and repeated (voices.ts). */
  readonly voices: Int32Array
  readonly heard: Int32Array
  readonly repeated: Int32Array
  /** 1 for a text of an echo (voices.ts). Texts of the other class are as far as those of another conversation. */
  readonly echoes: Uint8Array
  /** How many turns of the same conversation precede and follow it without a long text between. At most 16. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** 1 if the text may answer a question in the one before it. */
  readonly answers: Uint8Array
  /** The lengths with the terms of nearby turns, or those of the even parts of a long text of an echo. In millionths: whole numbers, so that their sum depends on no order. */
  readonly lengths: Float64Array
}

/** Decides which texts are of echoes. Returns whether that changed for any. */
export function decideEchoes({ voices, heard, repeated, echoes }: Nearby, { answer }: StoreConversation): boolean {
  const sums = new Map<number, { heard: number; repeated: number }>()
  for (let rank = 0; rank < voices.length && answer > 0; rank++) {
    if (heard[rank] === 0) continue
    const sum = sums.get(voices[rank] as number) ?? { heard: 0, repeated: 0 }
    sum.heard += heard[rank] as number
    sum.repeated += repeated[rank] as number
    sums.set(voices[rank] as number, sum)
  }
  const echoing = new Set([...sums].flatMap(([voice, sum]) => (isEcho(sum) ? [voice] : [])))
  let hasChanged = false
  for (let rank = 0; rank < voices.length; rank++) {
    const now = echoing.has(voices[rank] as number) ? 1 : 0
    if (now !== echoes[rank]) hasChanged = true
    echoes[rank] = now
  }
  return hasChanged
}

/** Returns the number of parts that a text has: more than one for a long text of an echo. */
export function partsAt({ words, echoes }: Pick<Nearby, 'words' | 'echoes'>, rank: number): number {
  return echoes[rank] === 1 ? partCount(words[rank] as number) : 1
}

/**
 * Finds the nearby turns of the texts from one rank to another, and their lengths. Conversations must be whole there.
 *
 * @returns Whether any of them has a neighbour.
 */
export function findNearby(all: Nearby, weights: StoreConversation, from: number, to: number): boolean {
  const { groups, asked, words, echoes, before, after, answers, lengths } = all
  const reach = weights.neighbours.length
  const isShort = (rank: number): boolean => (words[rank] as number) <= longTurn
  let hasNeighbours = false
  for (let rank = from; rank < to; rank++) {
    before[rank] = 0
    after[rank] = 0
    answers[rank] = 0
    if (rank === from || groups[rank] !== groups[rank - 1] || groups[rank] === 0) continue
    if (echoes[rank] !== echoes[rank - 1]) continue
    const questions = asked[rank - 1] as number
    if (questions > 0 && questions <= longTurn && weights.question > 0) answers[rank] = 1
    if (isShort(rank) && isShort(rank - 1)) before[rank] = Math.min(reach, (before[rank - 1] as number) + 1)
    if ((before[rank] as number) > 0) hasNeighbours = true
  }
  for (let rank = to - 2; rank >= from; rank--) {
    if ((before[rank + 1] as number) > 0) after[rank] = Math.min(reach, (after[rank + 1] as number) + 1)
  }
  for (let rank = from; rank < to; rank++) lengths[rank] = Math.round(unit * lengthOf(all, weights, rank))
  return hasNeighbours
}

/** Returns the length with the terms of nearby turns. A text's metadata does not make it longer. */
function lengthOf(all: Nearby, { neighbours, question }: StoreConversation, rank: number): number {
  const { said, asked, before, after, answers } = all
  let length = (said[rank] as number) / partsAt(all, rank)
  for (let i = 0; i < (before[rank] as number); i++) {
    length += (neighbours[i] as number) * (said[rank - i - 1] as number)
  }
  for (let i = 0; i < (after[rank] as number); i++) {
    length += (neighbours[i] as number) * (said[rank + i + 1] as number)
  }
  if (answers[rank] === 1) length += question * (asked[rank - 1] as number)
  return asLength(length)
}
