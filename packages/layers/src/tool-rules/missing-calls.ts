import type { RulesOfTool } from './rules-by-tool.ts'

/** The tools that must still succeed before others may be called. */
interface MissingCalls {
  /** Each is listed before those that require it. */
  readonly missing: readonly string[]
  /** Tools of which each requires the next, and the last the first; `undefined` if there is no such cycle. */
  readonly cycle?: readonly string[]
}

/** Returns the tools that must still succeed before the wanted ones may be called, those too. Visits each rule once. */
export function missingCalls(
  tools: ReadonlyMap<string, RulesOfTool>,
  wanted: Iterable<string>,
  hasWorked: (tool: string) => boolean = () => false,
): MissingCalls {
  const missing = new Set<string>()
  for (const root of wanted) {
    // The path to the current tool, each with the number of its priors visited so far. A list instead of recursion, because
    // a chain of rules may be longer than the call stack.
    const way: { readonly tool: string; looked: number }[] = []
    const onWay = new Set<string>()
    const enter = (tool: string): void => {
      if (missing.has(tool) || hasWorked(tool)) return
      way.push({ tool, looked: 0 })
      onWay.add(tool)
    }
    enter(root)
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const prior = tools.get(last.tool)?.priors[last.looked++]
      if (prior === undefined) {
        missing.add(last.tool)
        onWay.delete(last.tool)
        way.pop()
      } else if (onWay.has(prior)) {
        const names = way.map(({ tool }) => tool)
        return { missing: [...missing], cycle: names.slice(names.indexOf(prior)) }
      } else enter(prior)
    }
  }
  return { missing: [...missing] }
}
