import type { Step, TruncationPolicy, Unit } from '../../contract/truncation.ts'
import { checkOptions, mustBeFinite } from '../../options.ts'
import { stepsByRank } from './by-rank.ts'

/** Settings of `oldestFirst`. */
export interface OldestFirstOptions {
  /**
   * Priority of the units that have no page, when it is higher than the layer's: it lets the newest part of a
   * conversation survive the rest.
   */
  readonly newestPriority?: number
}

/**
 * For conversations: pages are dropped whole, the oldest first. A page that the planner splits goes rank by rank, the
 * lowest first: the units of one rank are shortened, then dropped together. Units without a page are the newest part
 * and give way after all pages: first every unit is shortened, the oldest first; then the lowest rank is dropped, the
 * oldest first.
 */
export function oldestFirst(options: OldestFirstOptions = {}): TruncationPolicy {
  const { newestPriority } = checkOptions('oldestFirst', options, { newestPriority: mustBeFinite })
  const tail = newestPriority === undefined ? {} : { priority: newestPriority }
  const stepsOf = (units: readonly Unit[]): readonly Step[] => {
    const steps: Step[] = []
    const paged: Unit[] = []
    const newest: Unit[] = []
    for (const unit of units) if (!unit.pinned) (unit.page === undefined ? newest : paged).push(unit)
    paged.sort(byPage)
    for (let from = 0; from < paged.length; ) {
      let to = from + 1
      while (to < paged.length && isTogether(paged[from] as Unit, paged[to] as Unit)) to++
      for (let index = from; index < to; index++) shorten(paged[index] as Unit, steps)
      for (; from < to; from++) {
        const unit = paged[from] as Unit
        const rung = unit.tokens.length
        steps.push(from + 1 < to ? { unit, rung, joined: true } : { unit, rung })
      }
    }
    for (const unit of newest) shorten(unit, steps, tail)
    const drops = stepsByRank(newest, 'earlier', (unit, list) => list.push({ unit, rung: unit.tokens.length, ...tail }))
    return steps.concat(drops)
  }
  return { spec: 1, name: 'oldest-first', steps: Object.assign(stepsOf, { newestPriority }) }
}

/** Returns the settings of a policy that `oldestFirst` made, so that it can be made again; `undefined` for any other. */
export function oldestFirstOptions({ steps }: TruncationPolicy): OldestFirstOptions | undefined {
  if (!('newestPriority' in steps)) return undefined
  const { newestPriority } = steps as OldestFirstOptions
  return newestPriority === undefined ? {} : { newestPriority }
}

function shorten(unit: Unit, steps: Step[], tail: Pick<Step, 'priority'> = {}): void {
  for (let rung = 1; rung < unit.tokens.length; rung++) steps.push({ unit, rung, ...tail })
}

function isTogether(a: Unit, b: Unit): boolean {
  return a.page === b.page && a.rank === b.rank
}

function byPage(a: Unit, b: Unit): number {
  return (a.page ?? 0) - (b.page ?? 0) || a.rank - b.rank || a.position - b.position
}
