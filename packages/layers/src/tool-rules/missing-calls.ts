import type { RulesOfTool } from './rules-by-tool.ts'

/**
 * Returns the tools that must still succeed before the wanted ones may be called, each listed before those that require
 * it. The rules must have no cycle. Visits each rule once.
 */
export function missingCalls(
  tools: ReadonlyMap<string, RulesOfTool>,
  wanted: readonly string[],
  hasWorked: (tool: string) => boolean,
): readonly string[] {
  const missing = new Set<string>()
  const seen = new Set<string>()
  for (const root of wanted) {
    // A list instead of recursion, because a chain of rules may be longer than the call stack.
    const way: { readonly tool: string; looked: number }[] = []
    const enter = (tool: string): void => {
      if (seen.has(tool) || hasWorked(tool)) return
      seen.add(tool)
      way.push({ tool, looked: 0 })
    }
    enter(root)
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const prior = tools.get(last.tool)?.priors[last.looked++]
      if (prior !== undefined) enter(prior)
      else {
        missing.add(last.tool)
        way.pop()
      }
    }
  }
  return [...missing]
}
