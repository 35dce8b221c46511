import type { Step, TruncationPolicy, Unit } from '@lamella/core'

const down = (unit: Unit): readonly Step[] => unit.tokens.map((_, i) => ({ unit, rung: i + 1 }))
const free = (units: readonly Unit[]): readonly Unit[] => units.filter(({ pinned }) => !pinned)

/** Lowers the lowest rank completely first, older units first among equals. */
export const lowestRankFirst: TruncationPolicy = {
  name: 'lowest-rank-first',
  steps: (units) =>
    free(units)
      .toSorted((a, b) => a.rank - b.rank || a.position - b.position)
      .flatMap(down),
}

/** Shortens everything a little before it shortens anything a lot; raises the priority of the rest. */
export const evenly: TruncationPolicy = {
  name: 'evenly',
  steps: (units) => {
    const longest = Math.max(0, ...free(units).map(({ tokens }) => tokens.length))
    return Array.from({ length: longest }, (_, i) => i + 1).flatMap((rung) =>
      free(units).flatMap((unit) => (rung <= unit.tokens.length ? [{ unit, rung, priority: 10 * rung }] : [])),
    )
  },
}

/** Drops whole pages, the oldest first: all steps of a page are joined into one. */
export const oldestPageFirst: TruncationPolicy = {
  name: 'oldest-page-first',
  steps: (units) => {
    const pages = new Map<number | string, Unit[]>()
    for (const unit of free(units)) {
      const key = unit.page ?? unit.id
      pages.set(key, [...(pages.get(key) ?? []), unit])
    }
    return [...pages.values()].flatMap((page) =>
      page.map((unit, i) => ({ unit, rung: unit.tokens.length, joined: i < page.length - 1 })),
    )
  },
}
