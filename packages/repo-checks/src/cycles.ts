/** The names that each name leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the groups of names that lead back to each other, in the order visited (Tarjan, 1972). */
export function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  const met = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (name: string): void => {
    met.set(name, met.size)
    lowest.set(name, met.get(name) as number)
    open.push(name)
    for (const next of graph.get(name) ?? []) {
      if (!met.has(next)) visit(next)
      else if (!open.includes(next)) continue
      lowest.set(name, Math.min(lowest.get(name) as number, lowest.get(next) as number))
    }
    if (lowest.get(name) !== met.get(name)) return
    const group = open.splice(open.indexOf(name))
    if (group.length > 1 || graph.get(name)?.has(name)) found.push(group)
  }
  for (const name of graph.keys()) if (!met.has(name)) visit(name)
  return found
}

/** Returns the same graph between groups of names, without edges inside a group. */
export function grouped(graph: Graph, groupOf: (name: string) => string): Graph {
  const groups = new Map<string, Set<string>>()
  for (const [name, nexts] of graph) {
    const group = groupOf(name)
    const all = groups.get(group) ?? new Set()
    groups.set(group, all)
    for (const next of nexts) if (groupOf(next) !== group) all.add(groupOf(next))
  }
  return groups
}
