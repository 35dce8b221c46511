import type { Fragment, FragmentContent } from '../contract/fragment.ts'
import type { Unit } from '../contract/truncation.ts'

/** How many tokens a content takes. */
export type CountContent = (content: FragmentContent) => number

/**
 * Groups the fragments of a layer into units: fragments of one `group`, and those that are linked (a tool call, its
 * results, the reasoning that led to it). A unit stands where its first fragment does, in its page.
 *
 * @param extra Tokens that the layer's wrapping adds to each fragment.
 */
export function makeUnits(
  fragments: readonly Fragment[],
  links: readonly (readonly [number, number])[],
  count: CountContent,
  extra = 0,
): readonly Unit[] {
  if (links.length === 0 && fragments.every((fragment) => fragment.group === undefined)) {
    return fragments.map((fragment, position) => unitOfOne(fragment, position, count, extra))
  }
  const first = firstOfUnit(fragments, links)
  const members = new Map<number, Fragment[]>()
  for (const [index, fragment] of fragments.entries()) {
    const key = first[index] ?? index
    const found = members.get(key)
    if (found) found.push(fragment)
    else members.set(key, [fragment])
  }
  return Array.from(members.values(), (list, position) => {
    const [only] = list
    return list.length === 1 && only
      ? unitOfOne(only, position, count, extra)
      : unitOfMany(list, position, count, extra)
  })
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
  const levels = costs.reduce((most, cost) => Math.max(most, cost.length), 0)
  const tokens: number[] = []
  for (let rung = 0; rung < levels; rung++) {
    tokens.push(costs.reduce((sum, cost) => sum + (cost[Math.min(rung, cost.length - 1)] ?? 0) + extra, 0))
  }
  return {
    id,
    fragments,
    position,
    rank: fragments.reduce((most, fragment) => Math.max(most, fragment.rank ?? 0), Number.NEGATIVE_INFINITY),
    pinned: fragments.some((fragment) => fragment.pinned === true),
    page,
    tokens,
  }
}

/** Tokens of each rung of a fragment, full first: the source's own counts, or counted here. */
export function rungTokens(fragment: Fragment, count: CountContent): readonly number[] {
  if (fragment.tokens) return fragment.tokens
  const full = count(fragment.content)
  return fragment.shorter ? [full, ...fragment.shorter.map(count)] : [full]
}

/** The content of a fragment at one of its own rungs. */
export function contentAt(fragment: Fragment, rung: number): FragmentContent {
  return rung === 0 ? fragment.content : (fragment.shorter?.[rung - 1] ?? fragment.content)
}

/** For each fragment the index of the first fragment of its unit (union-find, the smaller index leads). */
function firstOfUnit(fragments: readonly Fragment[], links: readonly (readonly [number, number])[]): readonly number[] {
  const leader = fragments.map((_, index) => index)
  const find = (index: number): number => {
    let at = index
    while (leader[at] !== at) {
      leader[at] = leader[leader[at] as number] as number
      at = leader[at] as number
    }
    return at
  }
  const join = (a: number, b: number): void => {
    const [x, y] = [find(a), find(b)]
    leader[Math.max(x, y)] = Math.min(x, y)
  }
  const groups = new Map<string, number>()
  for (const [index, { group }] of fragments.entries()) {
    if (group === undefined) continue
    const known = groups.get(group)
    if (known === undefined) groups.set(group, index)
    else join(known, index)
  }
  for (const [a, b] of links) join(a, b)
  return leader.map((_, index) => find(index))
}
