import { isLamellaError, LamellaError } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import { checkText } from '@lamella/core/store'

/** A call that works ends the agent's turn. */
export interface ExitLoopRule {
  readonly type: 'exitLoop'
  readonly tool: string
}

/** After a call the model is asked again. */
export interface ContinueLoopRule {
  readonly type: 'continueLoop'
  readonly tool: string
}

/** So many calls in one turn, and no more. */
export interface MaxCallsRule {
  readonly type: 'maxCalls'
  readonly tool: string
  /** 0 or more; 0 is never. */
  readonly max: number
}

/** May be called only when another tool has worked in the same turn. */
export interface RequiresPriorRule {
  readonly type: 'requiresPrior'
  readonly tool: string
  readonly prior: string
}

/** Stands before all tools without this rule. Of several such tools each must have been called, in any order. */
export interface StartConstraintRule {
  readonly type: 'startConstraint'
  readonly tool: string
}

/** How a tool may be called, and what a call means for the agent's loop. Plain data: JSON keeps it as it is. */
export type ToolRule = ExitLoopRule | ContinueLoopRule | MaxCallsRule | RequiresPriorRule | StartConstraintRule

/** The rules there are. */
export type ToolRuleType = ToolRule['type']

/** Characters (UTF-16 units) of a tool's name. */
const longestName = 256

const fields: Readonly<Record<ToolRuleType, readonly string[]>> = {
  exitLoop: ['type', 'tool'],
  continueLoop: ['type', 'tool'],
  maxCalls: ['type', 'tool', 'max'],
  requiresPrior: ['type', 'tool', 'prior'],
  startConstraint: ['type', 'tool'],
}

/** Makes rules. Each is checked, and throws `OPTION_INVALID` for a name that is empty or longer than 256 characters. */
export interface MakeToolRule {
  exitLoop(tool: string): ExitLoopRule
  continueLoop(tool: string): ContinueLoopRule
  maxCalls(tool: string, max: number): MaxCallsRule
  requiresPrior(tool: string, prior: string): RequiresPriorRule
  startConstraint(tool: string): StartConstraintRule
}

/**
 * Makes the rules of an agent's tools.
 *
 * @example
 * const rules = [
 *   toolRule.exitLoop('send_message'),
 *   toolRule.continueLoop('search'),
 *   toolRule.maxCalls('api_request', 3),
 *   toolRule.requiresPrior('write', 'read'),
 *   toolRule.startConstraint('context'),
 * ]
 */
export const toolRule: MakeToolRule = Object.freeze({
  exitLoop: (tool: string) => checkRule('toolRule.exitLoop', '', { type: 'exitLoop', tool } as const),
  continueLoop: (tool: string) => checkRule('toolRule.continueLoop', '', { type: 'continueLoop', tool } as const),
  maxCalls: (tool: string, max: number) => checkRule('toolRule.maxCalls', '', { type: 'maxCalls', tool, max } as const),
  requiresPrior: (tool: string, prior: string) =>
    checkRule('toolRule.requiresPrior', '', { type: 'requiresPrior', tool, prior } as const),
  startConstraint: (tool: string) =>
    checkRule('toolRule.startConstraint', '', { type: 'startConstraint', tool } as const),
})

/**
 * Checks rules that may come from anywhere, such as a file of settings, and gives copies of them. The same rule twice is
 * one rule. Whether they contradict each other is not looked at here.
 *
 * @throws LamellaError `OPTION_INVALID` that names the rule and the field
 */
export function checkToolRules(what: string, rules: readonly ToolRule[]): readonly ToolRule[] {
  if (!Array.isArray(rules)) throw invalid(what, 'rules', 'must be a list of rules')
  const seen = new Set<string>()
  return rules.flatMap((given: unknown, index) => {
    const rule = checkRule(what, `rules[${index}]`, given as ToolRule)
    const key = JSON.stringify(rule)
    if (seen.has(key)) return []
    seen.add(key)
    return [rule]
  })
}

function checkRule<Rule extends ToolRule>(what: string, at: string, rule: Rule): Rule {
  const named = (field: string): string => (at === '' ? field : `${at}.${field}`)
  if (!isObject(rule)) throw invalid(what, at, 'must be a rule: an object with a type and a tool')
  const { type } = rule
  const types = Object.keys(fields)
  if (typeof type !== 'string' || !Object.hasOwn(fields, type)) {
    throw invalid(what, named('type'), `must be one of ${types.join(', ')}.${didYouMean(String(type), types)}`)
  }
  const known = fields[type]
  for (const key of Object.keys(rule)) {
    if (!known.includes(key)) throw invalid(what, named(key), `is no field of the rule.${didYouMean(key, known)}`)
  }
  // Field by field, in one order, so that the same rule is the same JSON whatever it was made of.
  const checked: Record<string, unknown> = { type, tool: checkName(what, named('tool'), rule.tool) }
  if (rule.type === 'requiresPrior') checked['prior'] = checkName(what, named('prior'), rule.prior)
  if (rule.type === 'maxCalls') {
    if (!Number.isSafeInteger(rule.max) || rule.max < 0) {
      throw invalid(what, named('max'), 'must be a whole number, 0 or more')
    }
    checked['max'] = rule.max
  }
  return Object.freeze(checked) as unknown as Rule
}

function checkName(what: string, option: string, name: unknown): string {
  try {
    return checkText(option, name, longestName)
  } catch (error) {
    if (!isLamellaError(error, 'STORE_VALUE_INVALID')) throw error
    throw invalid(what, option, error.details.problem)
  }
}

function invalid(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    message: `${what}: '${option}' ${problem}.`.replace(/([.?])\.$/, '$1'),
    fix: 'Make rules with toolRule.exitLoop(), continueLoop(), maxCalls(), requiresPrior() and startConstraint().',
    details: { what, option },
  })
}
