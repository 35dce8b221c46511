import type { Step, TruncationPolicy, Unit } from '../../contract/truncation.ts'
import { stepsByRank } from './by-rank.ts'

/** Settings of `oldestFirst`. */
export interface OldestFirstOptions {
  /**
   * Priority of the units that have no page, when it is higher than the layer's: the newest part of a conversation can
   * so outlive what the rest of it does not.
   */
  readonly newestPriority?: number
}

/**
 * For conversations: pages are dropped whole, the oldest first. What has no page is the newest part and gives way
 * after all pages: first every unit is shortened, the oldest first; then the lowest rank is dropped, the oldest first.
 */
export function oldestFirst(options: OldestFirstOptions = {}): TruncationPolicy {
  const { newestPriority } = options
  const tail = newestPriority === undefined ? {} : { priority: newestPriority }
  return {
    name: 'oldest-first',
    steps: (units) => {
      const steps: Step[] = []
      const paged: Unit[] = []
      const newest: Unit[] = []
      for (const unit of units) if (!unit.pinned) (unit.page === undefined ? newest : paged).push(unit)
      sortPages(paged)
      for (const unit of paged) steps.push({ unit, rung: unit.tokens.length })
      for (const unit of newest) {
        for (let rung = 1; rung < unit.tokens.length; rung++) steps.push({ unit, rung, ...tail })
      }
      const drops = stepsByRank(newest, 'earlier', (unit, list) =>
        list.push({ unit, rung: unit.tokens.length, ...tail }),
      )
      return drops.length > 0 ? [...steps, ...drops] : steps
    },
  }
}

/** Pages mostly come in order, and then there is nothing to sort. */
function sortPages(units: Unit[]): void {
  const inOrder = units.every((unit, index) => index === 0 || (units[index - 1]?.page ?? 0) <= (unit.page ?? 0))
  if (!inOrder) units.sort((a, b) => (a.page ?? 0) - (b.page ?? 0) || a.position - b.position)
}
