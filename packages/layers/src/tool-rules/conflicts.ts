import type { LamellaError } from '@lamella/core'
import { errorsOf, type MakeError } from '@lamella/core/plugin'
import { missingCalls } from './missing-calls.ts'
import { codeSpan } from './render-tool-rules.ts'
import { type RulesOfTool, rulesByTool } from './rules-by-tool.ts'
import type { ToolRule } from './tool-rule.ts'

/** The details of each tool rule error. */
export interface RuleErrorDetails {
  /** The rules of some tools contradict each other, so no sequence of calls can satisfy all of them. */
  TOOL_RULES_CONFLICT: { readonly tools: readonly string[]; readonly problem: string }
}

const ruleError: MakeError<RuleErrorDetails> = errorsOf<RuleErrorDetails>()

/**
 * Checks that all rules can be satisfied together: no tool both ends and continues the loop, has two call limits, or
 * requires itself, and no tool requires another that may never be called.
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
  const { cycle } = missingCalls(tools, tools.keys())
  if (cycle) throw conflict(cycle, `${cycle.map(codeSpan).join(' requires ')} requires ${codeSpan(cycle[0] ?? '')}`)
}

function ownProblem(tool: string, own: RulesOfTool): string | undefined {
  const name = codeSpan(tool)
  if (own.exits && own.continues) return `${name} both ends and continues the loop`
  if (own.limits.length > 1) return `${name} has several call limits: ${own.limits.map(({ max }) => max).join(', ')}`
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

function conflict(tools: readonly string[], problem: string): LamellaError<'TOOL_RULES_CONFLICT'> {
  const message = `The tool rules contradict each other: ${problem}.`
  return ruleError('TOOL_RULES_CONFLICT', message, 'Remove one of the rules.', { tools, problem })
}
