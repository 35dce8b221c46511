import type { RankedUnit, Ranking } from './rank-units.ts'

/** Sentences that are chosen within rooms, the most worth first. */
export interface Choice {
  readonly chosen: ReadonlySet<RankedUnit>
  /**
   * Chooses of some sentences as many as fit, and returns the tokens that they take; none that tells less for its tokens than a
   * share of what the best of all told.
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
}

/**
 * Chooses sentences by what they tell for what they take. A word that has been told is worth less each time, and a sentence is
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
      let sum = 0
      for (const word of unit.words) sum += news[word] ?? 0
      worth += unit.worth * sum
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
    // Worth only falls as more is told: the first whose worth still holds is the best.
    const queue: Queued[] = []
    for (const unit of free) if (unit.cost <= room && fits(unit)) queue.push({ unit, worth: densityOf(groupOf(unit)) })
    queue.sort((a, b) => a.worth - b.worth)
    let left = room
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { unit } = next
      if (!free.has(unit) || unit.cost > left) continue
      const group = groupOf(unit)
      let cost = 0
      for (const one of group) cost += one.cost
      if (cost > left) continue
      const worth = densityOf(group)
      if (worth < 0.98 * (queue.at(-1)?.worth ?? 0)) insert(queue, { unit, worth })
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

function insert(sorted: Queued[], item: Queued): void {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.worth ?? 0) < item.worth) low = middle + 1
    else high = middle
  }
  sorted.splice(low, 0, item)
}
