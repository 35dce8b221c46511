import type { Step, TruncationPolicy, Unit } from '../contract/truncation.ts'
import { checkOptions, mustBeFinite } from '../options.ts'

/**
 * The default: the unit of the lowest rank is shortened as far as possible, then dropped, then the next one. Among
 * equal ranks the later one goes first, so that a text without ranks is cut from its end.
 */
export const lowestRankFirst: TruncationPolicy = {
  spec: 1,
  name: 'lowest-rank-first',
  steps: (units) =>
    stepsByRank(units, 'later', (unit, steps) => {
      for (let rung = 1; rung <= unit.tokens.length; rung++) steps.push({ unit, rung })
    }),
}

/**
 * Works level by level: everything is at rung 1 before anything is at rung 2, and everything is at its shortest before
 * anything is dropped. At each level the unit with the most tokens goes first; at the last, the lowest rank, then the
 * later one. For lists in which a short mention of everything beats a long mention of half, such as skills.
 */
export const fair: TruncationPolicy = {
  spec: 1,
  name: 'fair',
  steps: (units) => {
    const free = units.filter((unit) => !unit.pinned)
    const levels = free.reduce((most, unit) => Math.max(most, unit.tokens.length), 0)
    const steps: Step[] = []
    for (let rung = 1; rung < levels; rung++) {
      const size = (unit: { readonly tokens: readonly number[] }): number => unit.tokens[rung - 1] ?? 0
      const order = free.filter((unit) => isShorter(unit.tokens, rung))
      order.sort((a, b) => size(b) - size(a) || b.position - a.position)
      for (const unit of order) steps.push({ unit, rung })
    }
    const drops = stepsByRank(free, 'later', (unit, list) => list.push({ unit, rung: unit.tokens.length }))
    return [...steps, ...drops]
  },
}

/** Checks whether a rung has fewer tokens than all before it. Some lists repeat a rung to align their levels. */
function isShorter(tokens: readonly number[], rung: number): boolean {
  const tokensAt = tokens[rung]
  return tokensAt !== undefined && tokens.every((before, index) => index >= rung || tokensAt < before)
}

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

/**
 * Returns the steps of units in the order in which they give way: the lowest rank first, and within one rank the later
 * or the earlier unit first. Pinned units have none. Groups before sorting, since ranks are few where units are many;
 * and creates steps in unit order, since visiting many objects out of order costs more than everything else.
 */
function stepsByRank(
  units: readonly Unit[],
  firstOfEquals: 'later' | 'earlier',
  add: (unit: Unit, steps: Step[]) => void,
): readonly Step[] {
  const groups = new Map<number, Step[]>()
  const visit = (unit: Unit): void => {
    if (unit.pinned) return
    const steps = groups.get(unit.rank) ?? []
    if (steps.length === 0) groups.set(unit.rank, steps)
    add(unit, steps)
  }
  if (firstOfEquals === 'earlier') for (const unit of units) visit(unit)
  else for (let index = units.length - 1; index >= 0; index--) visit(units[index] as Unit)
  if (groups.size === 1) return [...groups.values()][0] ?? []
  const ranks = Float64Array.from(groups.keys()).sort()
  return Array.from(ranks, (rank) => groups.get(rank) ?? []).flat()
}
