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
