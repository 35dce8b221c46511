/** What each name leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of names that lead back to each other, each in the order in which the walk met it (Tarjan, 1972). */
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

/** The same graph between groups of its names; what leads from a group to itself is left out. */
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
