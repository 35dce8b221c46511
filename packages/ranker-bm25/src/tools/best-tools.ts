/** Returns the tools with the highest scores, best first, ties by name. Cheaper than sorting all, since few are wanted. */
export function bestTools(
  tools: readonly number[],
  scoreOf: (tool: number) => number,
  nameOf: (tool: number) => string,
  limit: number,
): readonly number[] {
  const isBetter = (a: number, b: number): boolean => {
    const [one, other] = [scoreOf(a), scoreOf(b)]
    return one !== other ? one > other : nameOf(a) < nameOf(b)
  }
  const best: number[] = []
  for (const tool of tools) {
    if (best.length === limit && !isBetter(tool, best[limit - 1] as number)) continue
    let at = best.length
    while (at > 0 && isBetter(tool, best[at - 1] as number)) at--
    best.splice(at, 0, tool)
    if (best.length > limit) best.pop()
  }
  return best
}
