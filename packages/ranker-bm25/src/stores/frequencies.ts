import type { StoreConversation } from './store-conversation.ts'
import type { TextCollection } from './text-collection.ts'
import { unit, type WeighedPostings } from './weigh-postings.ts'

type Postings = readonly (WeighedPostings | undefined)[]

/**
 * How often each text has a term, with what is known of it and the turns around it. Only texts that have it from more than
 * one place are added up, since most postings need no sum.
 */
export interface Frequencies {
  /** Adds the postings of a term, by chunk, and returns how many texts have it. Call `addScores` before the next term. */
  add(collection: TextCollection, postings: Postings, weights: StoreConversation): number
  /** Adds the score of the term to each text that has it, and forgets the term. */
  addScores(collection: TextCollection, postings: Postings, gain: number, into: RankScores): void
}

/** Scores by rank, and the ranks that have one. */
export interface RankScores {
  /** 0 for a text without a term. */
  readonly scores: Float64Array
  readonly matched: Int32Array
  /** How many items of `matched` there are. */
  size: number
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
    for (let chunk = 0; chunk < postings.length; chunk++) {
      const list = postings[chunk]
      if (list === undefined) continue
      const rankOf = ranks[chunk] as Int32Array
      for (let i = 0; i < list.known.length; i++) {
        const rank = rankOf[list.places[list.known[i] as number] as number] as number
        if (!(rank >= 0)) continue
        if ((list.around[i] as number) > 0) add(rank, list.around[i] as number)
        const asked = question * (list.asked[i] as number)
        if (asked > 0 && answers[rank + 1] === 1) add(rank + 1, asked)
      }
    }
  }
  const addNearby = ({ ranks, before, behind }: TextCollection, postings: Postings, weights: Float64Array): void => {
    for (let chunk = 0; chunk < postings.length; chunk++) {
      const list = postings[chunk]
      if (list === undefined) continue
      const { places, said } = list
      const rankOf = ranks[chunk] as Int32Array
      for (let i = 0; i < places.length; i++) {
        const rank = rankOf[places[i] as number] as number
        if (!(rank >= 0)) continue
        const [left, right, times] = [before[rank] as number, behind[rank] as number, said[i] as number]
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
  /** Adds what texts say to the sums that there are, and returns how many texts have the term only there. */
  const addSaid = ({ ranks }: TextCollection, postings: Postings): number => {
    let alone = 0
    for (let chunk = 0; chunk < postings.length; chunk++) {
      const list = postings[chunk]
      if (list === undefined) continue
      const { places, said } = list
      const rankOf = ranks[chunk] as Int32Array
      for (let i = 0; i < places.length; i++) {
        const rank = rankOf[places[i] as number] as number
        // -1 for a text that does not count; undefined if the postings are damaged.
        if (!(rank >= 0) || said[i] === 0) continue
        if (sums[rank] === 0) alone++
        else sums[rank] = (sums[rank] as number) + unit * (said[i] as number)
      }
    }
    return alone
  }
  return {
    add: (collection, postings, { neighbours, question }) => {
      addKnown(collection, postings, Math.round(unit * question))
      if (collection.hasNeighbours) {
        const last = neighbours.findLastIndex((weight) => weight > 0)
        const weights = Float64Array.from(neighbours.slice(0, last + 1), (weight) => Math.round(unit * weight))
        addNearby(collection, postings, weights)
      }
      return addSaid(collection, postings) + count
    },
    addScores: ({ ranks, norms }, postings, gain, into) => {
      const { scores, matched } = into
      const score = (rank: number, frequency: number): void => {
        const known = scores[rank] as number
        if (known === 0) matched[into.size++] = rank
        scores[rank] = known + (gain * frequency) / (frequency + (norms[rank] as number))
      }
      for (let chunk = 0; chunk < postings.length; chunk++) {
        const list = postings[chunk]
        if (list === undefined) continue
        const { places, said } = list
        const rankOf = ranks[chunk] as Int32Array
        for (let i = 0; i < places.length; i++) {
          const rank = rankOf[places[i] as number] as number
          if (rank >= 0 && sums[rank] === 0 && said[i] !== 0) score(rank, unit * (said[i] as number))
        }
      }
      for (let i = 0; i < count; i++) {
        const rank = summed[i] as number
        score(rank, sums[rank] as number)
        sums[rank] = 0
      }
      count = 0
    },
  }
}
