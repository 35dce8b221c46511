import type { ToolRule } from './tool-rule.ts'

export interface RulesOfTool {
  exits: boolean
  continues: boolean
  start: boolean
  readonly limits: (ToolRule & { readonly type: 'maxCalls' })[]
  readonly requires: (ToolRule & { readonly type: 'requiresPrior' })[]
  /** The tools that must have succeeded before, in the order of the rules. */
  readonly priors: string[]
}

/** Groups rules by the tools they name. Uses a map, because a tool may be called `__proto__`. */
export function rulesByTool(rules: readonly ToolRule[]): ReadonlyMap<string, RulesOfTool> {
  const tools = new Map<string, RulesOfTool>()
  const of = (tool: string): RulesOfTool => {
    const known = tools.get(tool)
    if (known) return known
    const own = { exits: false, continues: false, start: false, limits: [], requires: [], priors: [] }
    tools.set(tool, own)
    return own
  }
  for (const rule of rules) {
    const own = of(rule.tool)
    switch (rule.type) {
      case 'exitLoop':
        own.exits = true
        break
      case 'continueLoop':
        own.continues = true
        break
      case 'startConstraint':
        own.start = true
        break
      case 'maxCalls':
        own.limits.push(rule)
        break
      case 'requiresPrior':
        own.requires.push(rule)
        own.priors.push(rule.prior)
        of(rule.prior)
        break
      default:
        rule satisfies never
    }
  }
  return tools
}
