/** Scores of texts by their numbers: the best of them are found without sorting all. */
export interface Scores {
  readonly size: number
  /** Returns those of the texts that may be found. */
  only(accepts: (id: number) => boolean): Scores
  /** Returns the best, highest first; equal ones in the order of their numbers. */
  top(count: number): readonly (readonly [id: number, score: number])[]
}

/**
 * Returns scores given as two lists of the same length, which must not change afterwards.
 *
 * @example
 * scoresOf([7, 9], [0.5, 2]).top(1) // [[9, 2]]
 */
export function scoresOf(ids: ArrayLike<number>, scores: ArrayLike<number>): Scores {
  const isBetter = (a: number, b: number): boolean => {
    const [first, second] = [scores[a] as number, scores[b] as number]
    return first > second || (first === second && (ids[a] as number) < (ids[b] as number))
  }
  return {
    size: ids.length,
    only: (accepts) => {
      const [keptIds, keptScores]: [number[], number[]] = [[], []]
      for (let i = 0; i < ids.length; i++) {
        if (!accepts(ids[i] as number)) continue
        keptIds.push(ids[i] as number)
        keptScores.push(scores[i] as number)
      }
      return scoresOf(keptIds, keptScores)
    },
    top: (count) => {
      const places = bestPlaces(ids.length, count, isBetter)
      places.sort((a, b) => (isBetter(a, b) ? -1 : 1))
      return places.map((place) => [ids[place] as number, scores[place] as number])
    },
  }
}

/** Returns scores given by number. */
export function scoresIn(scores: ReadonlyMap<number, number>): Scores {
  return scoresOf([...scores.keys()], [...scores.values()])
}

/** Returns the places of the best, in no order: a heap with the worst of them at its top. */
function bestPlaces(size: number, count: number, isBetter: (a: number, b: number) => boolean): number[] {
  if (count >= size) return Array.from({ length: size }, (_, place) => place)
  const heap: number[] = []
  for (let place = 0; place < size; place++) {
    if (heap.length < count) {
      let at = heap.push(place) - 1
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (isBetter(place, heap[parent] as number)) break
        heap[at] = heap[parent] as number
        at = parent
      }
      heap[at] = place
    } else if (count > 0 && isBetter(place, heap[0] as number)) {
      let at = 0
      for (let child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && isBetter(heap[child] as number, heap[child + 1] as number)) child++
        if (isBetter(heap[child] as number, place)) break
        heap[at] = heap[child] as number
        at = child
      }
      heap[at] = place
    }
  }
  return heap
}
