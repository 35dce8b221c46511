import { ruleError } from './errors.ts'
import { codeSpan } from './render-tool-rules.ts'
import { type RulesOfTool, rulesByTool } from './rules-by-tool.ts'
import type { ToolRule } from './tool-rule.ts'

/**
 * Makes sure that rules can be kept, all of them: one tool does not both end and continue the loop, has one limit of calls,
 * does not wait for itself, and what must be called before others may be called.
 *
 * @throws LamellaError `TOOL_RULES_CONFLICT`
 */
export function checkConflicts(rules: readonly ToolRule[]): void {
  const tools = rulesByTool(rules)
  for (const [tool, own] of tools) {
    const problem = ownProblem(tool, own)
    if (problem !== undefined) throw conflict([tool], problem)
    for (const prior of own.priors) {
      const blocked = priorProblem(tools.get(prior))
      if (blocked !== undefined) {
        throw conflict([tool, prior], `${codeSpan(tool)} requires ${codeSpan(prior)}, ${blocked}`)
      }
    }
  }
  const cycle = findCycle(tools)
  if (cycle) throw conflict(cycle, `${cycle.map(codeSpan).join(' requires ')} requires ${codeSpan(cycle[0] ?? '')}`)
}

function ownProblem(tool: string, own: RulesOfTool): string | undefined {
  const name = codeSpan(tool)
  if (own.exits && own.continues) return `${name} both ends and continues the loop`
  if (own.limits.length > 1)
    return `${name} has several limits of calls: ${own.limits.map(({ max }) => max).join(', ')}`
  if (own.start && own.priors.length > 0) {
    return `${name} must be called before any other tool, but requires ${codeSpan(own.priors[0] ?? '')}`
  }
  if (own.start && own.limits[0]?.max === 0) return `${name} must be called first, but may never be called`
  return undefined
}

function priorProblem(prior: RulesOfTool | undefined): string | undefined {
  if (prior?.limits[0]?.max === 0) return 'which may never be called'
  return prior?.exits ? 'after which the loop ends' : undefined
}

/** Tools of which each requires the next, and the last the first; `undefined` when there are none. */
function findCycle(tools: ReadonlyMap<string, RulesOfTool>): readonly string[] | undefined {
  const done = new Set<string>()
  for (const root of tools.keys()) {
    // The way to the tool at hand, each with the number of its priors that were looked at. A list of its own, and no
    // recursion: a chain of rules may be longer than the stack.
    const way: { readonly tool: string; looked: number }[] = done.has(root) ? [] : [{ tool: root, looked: 0 }]
    const onWay = new Set(way.map(({ tool }) => tool))
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const prior = tools.get(last.tool)?.priors[last.looked++]
      if (prior === undefined) {
        done.add(last.tool)
        onWay.delete(last.tool)
        way.pop()
      } else if (onWay.has(prior)) {
        const names = way.map(({ tool }) => tool)
        return names.slice(names.indexOf(prior))
      } else if (!done.has(prior)) {
        way.push({ tool: prior, looked: 0 })
        onWay.add(prior)
      }
    }
  }
  return undefined
}

function conflict(tools: readonly string[], problem: string) {
  return ruleError(
    'TOOL_RULES_CONFLICT',
    `Rules of tools contradict each other: ${problem}.`,
    'Remove one of the rules.',
    {
      tools,
      problem,
    },
  )
}
