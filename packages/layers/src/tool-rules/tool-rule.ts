import { LamellaError } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'

/**
 * A rule for one tool: how it may be called, or how a call affects the agent's loop. Plain data that survives JSON.
 *
 * - `exitLoop`: a successful call ends the agent's turn.
 * - `continueLoop`: the model is called again after the tool call.
 * - `maxCalls`: at most `max` calls in one turn; 0 forbids the tool.
 * - `requiresPrior`: requires a successful call of `prior` earlier in the same turn.
 * - `startConstraint`: must be called before any tool without this rule. Several such tools may be called in any order.
 */
export type ToolRule =
  | { readonly type: 'exitLoop' | 'continueLoop' | 'startConstraint'; readonly tool: string }
  | { readonly type: 'maxCalls'; readonly tool: string; readonly max: number }
  | { readonly type: 'requiresPrior'; readonly tool: string; readonly prior: string }

export type ToolRuleType = ToolRule['type']

/** The maximum number of characters (UTF-16 units) in a tool's name. */
const longestName = 256

const fields: Readonly<Record<ToolRuleType, readonly string[]>> = {
  exitLoop: ['type', 'tool'],
  continueLoop: ['type', 'tool'],
  maxCalls: ['type', 'tool', 'max'],
  requiresPrior: ['type', 'tool', 'prior'],
  startConstraint: ['type', 'tool'],
}

/** Creates rules. Each function throws `OPTION_INVALID` for a name that is empty or longer than 256 characters. */
export interface MakeToolRule {
  exitLoop(tool: string): ToolRule
  continueLoop(tool: string): ToolRule
  maxCalls(tool: string, max: number): ToolRule
  requiresPrior(tool: string, prior: string): ToolRule
  startConstraint(tool: string): ToolRule
}

const make = (rule: ToolRule): ToolRule => checkRule(`toolRule.${rule.type}`, '', rule)

/**
 * Creates the rules for an agent's tools.
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
  exitLoop: (tool: string) => make({ type: 'exitLoop', tool }),
  continueLoop: (tool: string) => make({ type: 'continueLoop', tool }),
  maxCalls: (tool: string, max: number) => make({ type: 'maxCalls', tool, max }),
  requiresPrior: (tool: string, prior: string) => make({ type: 'requiresPrior', tool, prior }),
  startConstraint: (tool: string) => make({ type: 'startConstraint', tool }),
})

/**
 * Checks rules from any source, such as a settings file, and returns copies of them without duplicates. Does not check whether
 * they contradict each other.
 *
 * @throws LamellaError `OPTION_INVALID` that names the rule and the field
 */
export function checkToolRules(what: string, rules: readonly ToolRule[]): readonly ToolRule[] {
  if (!Array.isArray(rules)) throw invalid(what, 'rules', 'must be a list of rules')
  const checked = new Map<string, ToolRule>()
  for (const [index, given] of rules.entries()) {
    const rule = checkRule(what, `rules[${index}]`, given as ToolRule)
    const key = JSON.stringify(rule)
    if (!checked.has(key)) checked.set(key, rule)
  }
  return [...checked.values()]
}

function checkRule(what: string, at: string, rule: ToolRule): ToolRule {
  const named = (field: string): string => (at === '' ? field : `${at}.${field}`)
  if (!isObject(rule)) throw invalid(what, at, 'must be a rule: an object with a type and a tool')
  const { type } = rule
  const types = Object.keys(fields)
  if (typeof type !== 'string' || !Object.hasOwn(fields, type)) {
    throw invalid(what, named('type'), `must be one of ${types.join(', ')}.${didYouMean(String(type), types)}`)
  }
  const known = fields[type]
  const other = Object.keys(rule).find((key) => !known.includes(key))
  if (other !== undefined) throw invalid(what, named(other), `is not a field of the rule.${didYouMean(other, known)}`)
  // Field by field in a fixed order, so that equal rules are equal JSON.
  const checked: Record<string, unknown> = { type, tool: checkName(what, named('tool'), rule.tool) }
  if (rule.type === 'requiresPrior') checked['prior'] = checkName(what, named('prior'), rule.prior)
  if (rule.type === 'maxCalls') {
    if (!Number.isSafeInteger(rule.max) || rule.max < 0) {
      throw invalid(what, named('max'), 'must be a whole number, 0 or more')
    }
    checked['max'] = rule.max
  }
  return Object.freeze(checked) as unknown as ToolRule
}

function checkName(what: string, option: string, name: unknown): string {
  if (typeof name !== 'string') throw invalid(what, option, `is ${name === null ? 'null' : typeof name}, not a string`)
  if (name === '') throw invalid(what, option, 'is empty')
  if (name.length > longestName) throw invalid(what, option, `is longer than ${longestName} characters`)
  if (/\p{Cs}/u.test(name)) throw invalid(what, option, 'contains a lone surrogate')
  return name
}

function invalid(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: '${option}' ${problem}.`.replace(/([.?])\.$/, '$1'),
    fix: 'Create rules with toolRule.exitLoop(), continueLoop(), maxCalls(), requiresPrior() and startConstraint().',
    details: { what, option },
  })
}
