import { checkOptions, mustBeBoolean } from '@lamella/core/plugin'
import { checkConflicts } from './conflicts.ts'
import { missingCalls } from './missing-calls.ts'
import { codeSpan, sentenceOf } from './render-tool-rules.ts'
import { rulesByTool } from './rules-by-tool.ts'
import { checkToolRules, type ToolRule } from './tool-rule.ts'
import { checkState, type LoopStep, newTurn, type ToolCalls, type ToolRuleState } from './turn-state.ts'

/** Whether a call may be made now; if not, which rule stands against it and what would be needed. */
export type ToolCheck = { readonly allowed: true } | ToolRefusal

/** Why a call may not be made now, and what would help. */
export interface ToolRefusal {
  readonly allowed: false
  /** The kind of the rule that stands against it. */
  readonly reason: 'startConstraint' | 'requiresPrior' | 'maxCalls'
  readonly rule: ToolRule
  /**
   * What must be called first, in an order in which it may be: start constraints, then what the tool requires and what that
   * requires. Empty for `maxCalls`, for which only a new turn helps.
   */
  readonly needs: readonly string[]
  /** One sentence for the model, to be given as the result of the call. */
  readonly message: string
}

/** Keeps count of the calls of a turn, and tells what the rules allow. */
export interface ToolRuleTracker {
  /** Whether a tool may be called now. Changes nothing. */
  check(tool: string): ToolCheck
  /**
   * The same for calls that the model made at once, in their order: as if those that are allowed were made, but had not
   * come back yet. What another tool requires is never fulfilled by a call of the same list.
   */
  checkAll(tools: readonly string[]): readonly ToolCheck[]
  /**
   * Records a call that was made. One that failed (`ok: false`) counts for limits and for start constraints, which are about
   * order; it does not end the loop, and nothing that requires the tool may be called for it. Default: it worked.
   */
  called(tool: string, outcome?: { readonly ok?: boolean }): void
  /**
   * What the loop does next: `exit` as soon as a call that ends it has worked in this turn; `continue` when the call recorded
   * last is of a tool that continues it; else `undecided`, and the program does what it does without rules.
   */
  readonly next: LoopStep
  /** The turn so far, as plain data. A new value after each call. */
  readonly state: ToolRuleState
  /** Forgets all calls: every rule is about one turn. */
  beginTurn(): void
}

/**
 * Watches over the rules of tools at run time: may this call be made now, and does the loop end. It only tells: the program
 * that runs the tools asks before each call, and records it afterwards. A tool without rules may always be called, once
 * start constraints are met.
 *
 * @param state What `state` was, to go on after a restart. Tools in it that no rule names any more are forgotten.
 * @throws LamellaError `OPTION_INVALID`; `TOOL_RULES_CONFLICT` for rules that cannot be kept together
 * @example
 * const tracker = createToolRuleTracker([toolRule.requiresPrior('write', 'read'), toolRule.exitLoop('send_message')])
 * tracker.check('write') // { allowed: false, reason: 'requiresPrior', needs: ['read'], … }
 * tracker.called('read')
 * tracker.check('write') // { allowed: true }
 */
export function createToolRuleTracker(rules: readonly ToolRule[], state: ToolRuleState = newTurn): ToolRuleTracker {
  const checked = checkToolRules('createToolRuleTracker', rules)
  checkConflicts(checked)
  const tools = rulesByTool(checked)
  const starts = checked.filter((rule) => rule.type === 'startConstraint')
  const kept = checkState(state)
  let calls = new Map([...kept.calls].filter(([tool]) => tools.has(tool)))
  let next = kept.next

  const made = (tool: string): number => calls.get(tool)?.made ?? 0
  const hasWorked = (tool: string): boolean => (calls.get(tool)?.worked ?? 0) > 0

  /** @param began Calls that were made and have not come back yet. */
  function check(tool: string, began?: ReadonlyMap<string, number>): ToolCheck {
    const own = tools.get(tool)
    const limit = own?.limits[0]
    if (limit && made(tool) + (began?.get(tool) ?? 0) >= limit.max) return refusal(tool, limit, [])
    const missed = own?.start ? [] : starts.filter((rule) => made(rule.tool) === 0 && !began?.has(rule.tool))
    const broken = own?.requires.find(({ prior }) => !hasWorked(prior))
    const [first] = missed
    if (!first && !broken) return { allowed: true }
    const opening = missed.map((rule) => rule.tool)
    const before = missingCalls(tools, own?.priors ?? [], hasWorked)
    return refusal(tool, (first ?? broken) as ToolRule, [...new Set([...opening, ...before])])
  }

  return {
    check: (tool) => check(tool),
    checkAll: (list) => {
      const began = new Map<string, number>()
      return list.map((tool) => {
        const result = check(tool, began)
        if (result.allowed) began.set(tool, (began.get(tool) ?? 0) + 1)
        return result
      })
    },
    called: (tool, outcome = {}) => {
      const { ok = true } = checkOptions('called', outcome, { ok: mustBeBoolean })
      const own = tools.get(tool)
      if (own) {
        const { made: before, worked } = calls.get(tool) ?? { made: 0, worked: 0 }
        calls.set(tool, { tool, made: before + 1, worked: worked + (ok ? 1 : 0) })
      }
      if (next === 'exit') return
      next = own?.exits && ok ? 'exit' : own?.continues ? 'continue' : 'undecided'
    },
    get next() {
      return next
    },
    get state() {
      return { version: 1, calls: [...calls.values()], next } as const
    },
    beginTurn: () => {
      calls = new Map<string, ToolCalls>()
      next = 'undecided'
    },
  }
}

function refusal(tool: string, rule: ToolRule, needs: readonly string[]): ToolRefusal {
  const message = `${codeSpan(tool)} was not called. ${sentenceOf(rule)}.`
  return { allowed: false, reason: rule.type as ToolRefusal['reason'], rule, needs, message }
}
