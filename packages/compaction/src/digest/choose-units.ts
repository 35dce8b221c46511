import { newsIn, type RankedUnit, type Ranking } from './rank-units.ts'

/** Sentences that are chosen within rooms, the most worth first. */
export interface Choice {
  readonly chosen: ReadonlySet<RankedUnit>
  /**
   * Chooses of some sentences as many as fit, and returns the tokens that they take; none that tells less for its tokens than a
   * share of what the best of all says.
   */
  take(room: number, fits: (unit: RankedUnit) => boolean, least?: number): number
}

interface Choosing extends Pick<Ranking, 'rarity'> {
  /** Whether the request shows a sentence: it needs no repetition. */
  readonly isShown: (unit: RankedUnit) => boolean
}

interface Queued {
  readonly unit: RankedUnit
  readonly worth: number
  /** Of two with the same worth, the larger comes first. */
  readonly turn: number
}

/**
 * Chooses sentences by what they tell for what they take. A word is worth less each time it is said, and a sentence is
 * chosen together with the newer ones of its subject, or not at all: nothing is shown without what replaced it.
 */
export function chooseUnits(units: readonly RankedUnit[], { rarity, isShown }: Choosing): Choice {
  const chosen = new Set<RankedUnit>()
  const free = new Set(units.filter((unit) => !isShown(unit)))
  const news = Float64Array.from(rarity)
  const told = new Uint32Array(rarity.length)
  let best = 0

  const groupOf = (unit: RankedUnit): readonly RankedUnit[] => {
    if (unit.later.length === 0) return [unit]
    const group = new Set([unit])
    for (const one of group) for (const later of one.later) if (free.has(later)) group.add(later)
    return [...group]
  }

  const densityOf = (group: readonly RankedUnit[]): number => {
    let [worth, cost] = [0, 0]
    for (const unit of group) {
      worth += unit.worth * newsIn(unit, news)
      cost += unit.cost
    }
    return worth / cost
  }

  const choose = (group: readonly RankedUnit[]): void => {
    // The newest first: whoever shows fewer drops what was replaced before what replaced it.
    for (const one of [...group].sort((a, b) => b.order - a.order)) {
      chosen.add(one)
      free.delete(one)
      for (const word of one.words) {
        told[word] = (told[word] ?? 0) + 1
        news[word] = (rarity[word] ?? 0) / (1 + (told[word] ?? 0))
      }
    }
  }

  const take: Choice['take'] = (room, fits, least = 0) => {
    // Worth only falls as more is said: the first whose worth still holds is the best.
    const queue: Queued[] = []
    let turn = 0
    for (const unit of free) {
      if (unit.cost <= room && fits(unit)) put(queue, { unit, worth: densityOf(groupOf(unit)), turn: turn++ })
    }
    let left = room
    turn = 0
    for (let next = takeBest(queue); next; next = takeBest(queue)) {
      const { unit } = next
      if (!free.has(unit) || unit.cost > left) continue
      const group = groupOf(unit)
      let cost = 0
      for (const one of group) cost += one.cost
      if (cost > left) continue
      const worth = densityOf(group)
      if (worth < 0.98 * (queue[0]?.worth ?? 0)) put(queue, { unit, worth, turn: --turn })
      else if (worth < least * best) break
      else {
        best = Math.max(best, worth)
        choose(group)
        left -= cost
      }
    }
    return room - left
  }

  return { chosen, take }
}

function isBetter(a: Queued, b: Queued): boolean {
  return a.worth === b.worth ? a.turn > b.turn : a.worth > b.worth
}

/** Adds to a heap whose best is the first: of sentences that are alike, the worth of all falls with each that is chosen. */
function put(heap: Queued[], item: Queued): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const other = heap[above] as Queued
    if (!isBetter(item, other)) break
    heap[at] = other
    at = above
  }
  heap[at] = item
}

function takeBest(heap: Queued[]): Queued | undefined {
  const best = heap[0]
  const item = heap.pop()
  if (item === undefined || heap.length === 0) return best
  let at = 0
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    const [left, right] = [heap[below] as Queued, heap[below + 1]]
    const next = right && isBetter(right, left) ? below + 1 : below
    if (!isBetter(heap[next] as Queued, item)) break
    heap[at] = heap[next] as Queued
    at = next
  }
  heap[at] = item
  return best
}
