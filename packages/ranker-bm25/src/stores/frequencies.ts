import { bitCount } from '../turns/parts.ts'
import type { ByClass } from '../turns/voices.ts'
import type { StoreConversation } from './store-conversation.ts'
import type { TextCollection, TextParts } from './text-collection.ts'
import { unit, type WeighedPostings } from './weigh-postings.ts'

type Postings = readonly (WeighedPostings | undefined)[]

/**
 * How often each text has a term, with its metadata and the turns around it. Only texts that have it from more than
 * one place are added up, since most postings need no sum.
 */
export interface Frequencies {
  /** Adds the postings of a term, by chunk, and returns how many texts have it. Call `addScores` before the next term. */
  add(collection: TextCollection, postings: Postings, weights: StoreConversation): ByClass
  /**
   * Adds the score of the term to each part of a text that has it, and forgets the term.
   *
   * @param gains What the term is worth in texts of people, and in those of echoes.
   */
  addScores(
    collection: TextCollection,
    postings: Postings,
    gains: readonly [people: number, echoes: number],
    into: PartScores,
  ): void
}

/** Scores by part, and the parts that have one. Without echoes a text is one part, and its rank is the number of it. */
export interface PartScores {
  /** 0 for a part without a term. */
  readonly scores: Float64Array
  readonly matched: Int32Array
  /** How many items of `matched` there are. */
  size: number
}

/** Returns the postings of the chunks that have any, each with the ranks of its texts. */
function chunksOf(
  postings: Postings,
  ranks: TextCollection['ranks'],
): readonly { readonly list: WeighedPostings; readonly rankOf: Int32Array }[] {
  return postings.flatMap((list, chunk) => (list === undefined ? [] : [{ list, rankOf: ranks[chunk] as Int32Array }]))
}

function hasParts(parts: TextParts | undefined, rank: number): boolean {
  return parts !== undefined && (parts.first[rank + 1] as number) - (parts.first[rank] as number) > 1
}

/** @param room The highest number of texts. */
export function createFrequencies(room: number): Frequencies {
  const sums = new Float64Array(room)
  const summed = new Int32Array(room)
  let count = 0

  const add = (rank: number, amount: number): void => {
    const known = sums[rank] as number
    if (known === 0) summed[count++] = rank
    sums[rank] = known + amount
  }
  const addKnown = ({ ranks, answers }: TextCollection, postings: Postings, question: number): void => {
    for (const { list, rankOf } of chunksOf(postings, ranks)) {
      for (let i = 0; i < list.known.length; i++) {
        const rank = rankOf[list.places[list.known[i] as number] as number] as number
        if (!(rank >= 0)) continue
        if ((list.around[i] as number) > 0) add(rank, list.around[i] as number)
        const asked = question * (list.asked[i] as number)
        if (asked > 0 && answers[rank + 1] === 1) add(rank + 1, asked)
      }
    }
  }
  const addNearby = ({ ranks, before, after }: TextCollection, postings: Postings, weights: Float64Array): void => {
    for (const { list, rankOf } of chunksOf(postings, ranks)) {
      const { places, said } = list
      for (let i = 0; i < places.length; i++) {
        const rank = rankOf[places[i] as number] as number
        if (!(rank >= 0)) continue
        const [left, right, times] = [before[rank] as number, after[rank] as number, said[i] as number]
        if (times === 0) continue
        for (let k = 0; k < weights.length && (k < left || k < right); k++) {
          const amount = (weights[k] as number) * times
          if (amount === 0) continue
          if (k < left) add(rank - k - 1, amount)
          if (k < right) add(rank + k + 1, amount)
        }
      }
    }
  }
  /**
   * Adds what texts say to the sums that there are, except of texts with parts, and returns how many texts have the term
   * only there.
   */
  const addSaid = ({ ranks, echoes, parts }: TextCollection, postings: Postings): ByClass => {
    let [alone, ofEchoes] = [0, 0]
    for (const { list, rankOf } of chunksOf(postings, ranks)) {
      const { places, said } = list
      for (let i = 0; i < places.length; i++) {
        const rank = rankOf[places[i] as number] as number
        // -1 for a text that does not count; undefined if the postings are damaged.
        if (!(rank >= 0) || said[i] === 0) continue
        if (sums[rank] === 0) {
          alone++
          ofEchoes += echoes[rank] as number
        } else if (!hasParts(parts, rank)) sums[rank] = (sums[rank] as number) + unit * (said[i] as number)
      }
    }
    return { all: alone, echoes: ofEchoes }
  }
  return {
    add: (collection, postings, { neighbours, question }) => {
      addKnown(collection, postings, Math.round(unit * question))
      if (collection.hasNeighbours) {
        const last = neighbours.findLastIndex((weight) => weight > 0)
        const weights = Float64Array.from(neighbours.slice(0, last + 1), (weight) => Math.round(unit * weight))
        addNearby(collection, postings, weights)
      }
      const alone = addSaid(collection, postings)
      let ofEchoes = alone.echoes
      for (let i = 0; i < count; i++) ofEchoes += collection.echoes[summed[i] as number] as number
      return { all: alone.all + count, echoes: ofEchoes }
    },
    addScores: ({ ranks, norms, echoes, parts }, postings, gains, into) => {
      const { scores, matched } = into
      const [people, ofEchoes] = gains
      const score = (part: number, rank: number, frequency: number): void => {
        const known = scores[part] as number
        if (known === 0) matched[into.size++] = part
        const gain = echoes[rank] === 1 ? ofEchoes : people
        scores[part] = known + (gain * frequency) / (frequency + (norms[rank] as number))
      }
      /** Scores a text by what it says and by the rest, which all of its parts have. */
      const scoreText = (rank: number, said: number, bits: number, rest: number): void => {
        if (parts === undefined) {
          score(rank, rank, unit * said + rest)
          return
        }
        const first = parts.first[rank] as number
        const end = parts.first[rank + 1] as number
        if (end - first === 1) {
          score(first, rank, unit * said + rest)
          return
        }
        const share = rest + Math.round((unit * said) / bitCount(bits))
        // From the last part that has the term: most terms of a long text are in one or two of its parts.
        for (let left = bits; left !== 0; ) {
          const part = 31 - Math.clz32(left)
          left &= ~(1 << part)
          score(first + part, rank, share)
        }
        if (rest === 0) return
        for (let part = first; part < end; part++) if (((bits >>> (part - first)) & 1) === 0) score(part, rank, rest)
      }
      for (const { list, rankOf } of chunksOf(postings, ranks)) {
        const { places, said } = list
        for (let i = 0; i < places.length; i++) {
          const rank = rankOf[places[i] as number] as number
          if (!(rank >= 0) || said[i] === 0) continue
          const rest = sums[rank] as number
          if (rest === 0) scoreText(rank, said[i] as number, list.bits[i] ?? 0, 0)
          else if (hasParts(parts, rank)) {
            scoreText(rank, said[i] as number, list.bits[i] ?? 0, rest)
            sums[rank] = 0
          }
        }
      }
      for (let i = 0; i < count; i++) {
        const rank = summed[i] as number
        const rest = sums[rank] as number
        if (rest > 0) scoreText(rank, 0, 0, rest)
        sums[rank] = 0
      }
      count = 0
    },
  }
}
