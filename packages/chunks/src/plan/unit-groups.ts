/** For each of `count` things the first of those it is linked to, directly or not (union-find, the smaller index leads). */
export function firstOfGroup(count: number, links: readonly (readonly [number, number])[]): readonly number[] {
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
