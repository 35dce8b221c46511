import type { RankedUnit, Ranking } from './rank-units.ts'

/** Sentences that are chosen within rooms, the most worth first. */
export interface Choice {
  readonly chosen: ReadonlySet<RankedUnit>
  /** Chooses of some sentences as many as fit, and returns the tokens that they take. */
  take(room: number, fits: (unit: RankedUnit) => boolean): number
}

interface Choosing extends Pick<Ranking, 'rarity'> {
  /** Whether the request shows a sentence: it needs no repetition. */
  readonly isShown: (unit: RankedUnit) => boolean
}

/**
 * Chooses sentences by what they tell for what they take. A word that has been told is worth less each time, and a sentence is
 * chosen together with the newer ones of its subject, or not at all: nothing replaced stands without what replaced it.
 */
export function chooseUnits(units: readonly RankedUnit[], { rarity, isShown }: Choosing): Choice {
  const chosen = new Set<RankedUnit>()
  const told = new Map<string, number>()
  const isFree = (unit: RankedUnit): boolean => !chosen.has(unit) && !isShown(unit)

  const groupOf = (unit: RankedUnit): ReadonlySet<RankedUnit> => {
    const group = new Set([unit])
    for (const one of group) for (const later of one.later) if (isFree(later)) group.add(later)
    return group
  }

  const densityOf = (group: ReadonlySet<RankedUnit>): number => {
    let [worth, cost] = [0, 0]
    for (const unit of group) {
      let news = 0
      for (const word of unit.words) news += (rarity.get(word) ?? 0) / (1 + (told.get(word) ?? 0))
      worth += unit.worth * news
      cost += unit.cost
    }
    return worth / cost
  }

  const take: Choice['take'] = (room, fits) => {
    // Worth only falls as more is told: the first whose worth still holds is the best.
    const queue = units
      .filter((unit) => fits(unit) && isFree(unit) && unit.cost <= room)
      .map((unit) => ({ unit, worth: densityOf(groupOf(unit)) }))
      .sort((a, b) => a.worth - b.worth)
    let left = room
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { unit } = next
      if (!isFree(unit)) continue
      const group = groupOf(unit)
      let cost = 0
      for (const one of group) cost += one.cost
      if (cost > left) continue
      const worth = densityOf(group)
      if (worth < 0.98 * (queue.at(-1)?.worth ?? 0)) {
        insert(queue, { unit, worth })
        continue
      }
      // The newest first: whoever shows fewer drops what was replaced before what replaced it.
      for (const one of [...group].sort((a, b) => b.position - a.position)) {
        chosen.add(one)
        for (const word of one.words) told.set(word, (told.get(word) ?? 0) + 1)
      }
      left -= cost
    }
    return room - left
  }

  return { chosen, take }
}

function insert<Item extends { readonly worth: number }>(sorted: Item[], item: Item): void {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.worth ?? 0) < item.worth) low = middle + 1
    else high = middle
  }
  sorted.splice(low, 0, item)
}
