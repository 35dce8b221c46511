import type {
  ContinueLoopRule,
  ExitLoopRule,
  MaxCallsRule,
  RequiresPriorRule,
  StartConstraintRule,
  ToolRule,
} from './tool-rule.ts'

/** What the rules say of one tool. */
export interface RulesOfTool {
  exits: ExitLoopRule | undefined
  continues: ContinueLoopRule | undefined
  start: StartConstraintRule | undefined
  readonly limits: MaxCallsRule[]
  readonly requires: RequiresPriorRule[]
  /** Tools that must have worked before, in the order of the rules. */
  readonly priors: string[]
}

/** Rules by the tools that they name. A map: a tool may be called `__proto__`. */
export function rulesByTool(rules: readonly ToolRule[]): ReadonlyMap<string, RulesOfTool> {
  const tools = new Map<string, RulesOfTool>()
  const of = (tool: string): RulesOfTool => {
    const known = tools.get(tool)
    if (known) return known
    const own = { exits: undefined, continues: undefined, start: undefined, limits: [], requires: [], priors: [] }
    tools.set(tool, own)
    return own
  }
  for (const rule of rules) {
    const own = of(rule.tool)
    switch (rule.type) {
      case 'exitLoop':
        own.exits = rule
        break
      case 'continueLoop':
        own.continues = rule
        break
      case 'startConstraint':
        own.start = rule
        break
      case 'maxCalls':
        own.limits.push(rule)
        break
      case 'requiresPrior':
        own.requires.push(rule)
        own.priors.push(rule.prior)
        of(rule.prior)
        break
    }
  }
  return tools
}
