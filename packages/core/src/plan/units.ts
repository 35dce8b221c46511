import type { Fragment, FragmentContent } from '../contract/fragment.ts'
import type { Unit } from '../contract/truncation.ts'

/** Counts the tokens of content. */
export type CountContent = (content: FragmentContent) => number

/**
 * Groups the fragments of a layer into units: fragments of one `group`, and linked ones (a tool call, its results, the
 * reasoning that led to it). A unit has the position and page of its first fragment.
 *
 * @param extra Tokens that the layer's wrapping adds to each fragment.
 */
export function makeUnits(
  fragments: readonly Fragment[],
  links: readonly (readonly [number, number])[],
  count: CountContent,
  extra = 0,
): readonly Unit[] {
  return groupFragments(fragments, links).map((group, position) => unitOf(group, position, count, extra))
}

/** Returns the fragments of each unit, in order of position. */
export function groupFragments(
  fragments: readonly Fragment[],
  links: readonly (readonly [number, number])[],
): readonly (readonly Fragment[])[] {
  if (links.length === 0 && fragments.every((fragment) => fragment.group === undefined)) {
    return fragments.map((fragment) => [fragment])
  }
  const first = firstOfUnit(fragments, links)
  const members: Fragment[][] = []
  const memberOf: number[] = []
  for (let index = 0; index < fragments.length; index++) {
    const leader = first[index] ?? index
    // The leader precedes all fragments that follow it, so its unit is known by then.
    if (leader === index) memberOf[index] = members.push([]) - 1
    members[memberOf[leader] ?? 0]?.push(fragments[index] as Fragment)
  }
  return members
}

/** Returns the unit of fragments that are kept or dropped together; counts them. */
export function unitOf(group: readonly Fragment[], position: number, count: CountContent, extra: number): Unit {
  const [only] = group
  return group.length === 1 && only
    ? unitOfOne(only, position, count, extra)
    : unitOfMany(group, position, count, extra)
}

function unitOfOne(fragment: Fragment, position: number, count: CountContent, extra: number): Unit {
  const cost = rungTokens(fragment, count)
  return {
    id: fragment.id,
    fragments: [fragment],
    position,
    rank: fragment.rank ?? 0,
    pinned: fragment.pinned === true,
    page: fragment.page,
    tokens: extra === 0 ? cost : cost.map((tokens) => tokens + extra),
  }
}

function unitOfMany(fragments: readonly Fragment[], position: number, count: CountContent, extra: number): Unit {
  const { id, page } = fragments[0] as Fragment
  const costs = fragments.map((fragment) => rungTokens(fragment, count))
  const tokens = new Array<number>(costs.reduce((most, cost) => Math.max(most, cost.length), 0)).fill(0)
  for (const cost of costs) {
    // A fragment with fewer rungs than another stays at its shortest.
    const shortest = cost.length - 1
    for (let rung = 0; rung < tokens.length; rung++) {
      tokens[rung] = (tokens[rung] ?? 0) + (cost[Math.min(rung, shortest)] ?? 0) + extra
    }
  }
  const rank = fragments.reduce((most, fragment) => Math.max(most, fragment.rank ?? 0), Number.NEGATIVE_INFINITY)
  return { id, fragments, position, rank, pinned: fragments.some((fragment) => fragment.pinned === true), page, tokens }
}

/** Returns the tokens of each rung of a fragment, full first: the source's own counts, or counted here. */
export function rungTokens(fragment: Fragment, count: CountContent): readonly number[] {
  if (fragment.tokens) return fragment.tokens
  const full = count(fragment.content)
  return fragment.shorter ? [full, ...fragment.shorter.map(count)] : [full]
}

/** Returns the content of a fragment at one of its own rungs. */
export function contentAt(fragment: Fragment, rung: number): FragmentContent {
  return rung === 0 ? fragment.content : (fragment.shorter?.[rung - 1] ?? fragment.content)
}

/** Returns for each fragment the index of the first fragment of its unit. */
function firstOfUnit(fragments: readonly Fragment[], links: readonly (readonly [number, number])[]): readonly number[] {
  const grouped: (readonly [number, number])[] = []
  const groups = new Map<string, number>()
  for (const [index, { group }] of fragments.entries()) {
    if (group === undefined) continue
    const known = groups.get(group)
    if (known === undefined) groups.set(group, index)
    else grouped.push([known, index])
  }
  return firstOfGroup(fragments.length, grouped.length === 0 ? links : [...grouped, ...links])
}

/**
 * Returns for each of `count` items the first item that it is linked to, directly or not: items of one group have the
 * same. Time is about linear (union-find, the smaller index leads). For packages that group fragments by rules the core
 * does not know.
 *
 * @param links Pairs of indices, 0 to `count` - 1.
 * @example
 * firstOfGroup(4, [[1, 3]]) // [0, 1, 2, 1]
 */
export function firstOfGroup(count: number, links: Iterable<readonly [number, number]>): readonly number[] {
  const leader = Array.from({ length: count }, (_, index) => index)
  const find = (index: number): number => {
    let at = index
    while (leader[at] !== at) {
      leader[at] = leader[leader[at] as number] as number
      at = leader[at] as number
    }
    return at
  }
  for (const [a, b] of links) {
    const [x, y] = [find(a), find(b)]
    leader[Math.max(x, y)] = Math.min(x, y)
  }
  return leader.map((_, index) => find(index))
}
