import { checkOptions, mustBeBoolean, mustBeTexts } from '@lamella/core/plugin'
import { checkConflicts } from './conflicts.ts'
import { missingCalls } from './missing-calls.ts'
import { codeSpan, sentenceOf } from './render-tool-rules.ts'
import { rulesByTool } from './rules-by-tool.ts'
import { checkToolRules, type ToolRule } from './tool-rule.ts'
import { checkState, type LoopStep, newTurn, type ToolCalls, type ToolRuleState } from './turn-state.ts'

/** Whether a call may be made now; if not, which rule forbids it and what it requires. */
export type ToolCheck = { readonly allowed: true } | ToolRefusal

/** Why a call is not allowed now, and what would allow it. */
export interface ToolRefusal {
  readonly allowed: false
  /** The kind of the rule that forbids it. */
  readonly reason: 'startConstraint' | 'requiresPrior' | 'maxCalls'
  readonly rule: ToolRule
  /**
   * The tools to call first, in an allowed order: start constraints, then what the tool requires, directly or indirectly. Empty for
   * `maxCalls`, where only a new turn helps.
   */
  readonly needs: readonly string[]
  /** One sentence for the model, to return as the result of the refused call. */
  readonly message: string
}

/** Counts the calls of a turn and checks what the rules allow. */
export interface ToolRuleTracker {
  /** Checks whether a tool may be called now. Records nothing. */
  check(tool: string): ToolCheck
  /**
   * Checks parallel calls, in order. Allowed calls count as made but not as successful, so none of them satisfies a
   * `requiresPrior` in the same list.
   */
  checkAll(tools: readonly string[]): readonly ToolCheck[]
  /**
   * Records a call. A failed call (`ok: false`) counts towards limits and start constraints, but does not end the loop
   * and does not satisfy `requiresPrior`. Default: the call succeeded.
   */
  called(tool: string, outcome?: { readonly ok?: boolean }): void
  /**
   * What the loop does next: `exit` once a call that ends it has succeeded in this turn; `continue` if the last
   * recorded call continues it; `undecided` otherwise.
   */
  readonly next: LoopStep
  /** The turn so far as plain data: a new value after each call. */
  readonly state: ToolRuleState
  /** Forgets all calls, because every rule applies to one turn. */
  beginTurn(): void
}

/**
 * Creates a tracker that enforces tool rules at run time: whether a call is allowed now, and whether the loop ends. It
 * only reports; the program that runs the tools checks each call first and records it afterwards. A tool without rules
 * is always allowed once the start constraints are satisfied.
 *
 * @param state The `state` of an earlier tracker, to continue after a restart. Tools that no rule mentions any longer
 * are dropped.
 * @throws LamellaError `OPTION_INVALID`; `FORMAT_NEWER` for a state of a later release; `TOOL_RULES_CONFLICT` for contradictory rules
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

  /** @param began Calls that have begun but not returned. */
  function check(tool: string, began?: ReadonlyMap<string, number>): ToolCheck {
    const own = tools.get(tool)
    const limit = own?.limits[0]
    if (limit && made(tool) + (began?.get(tool) ?? 0) >= limit.max) return refusal(tool, limit, [])
    const missed = own?.start ? [] : starts.filter((rule) => made(rule.tool) === 0 && !began?.has(rule.tool))
    const broken = own?.requires.find(({ prior }) => !hasWorked(prior))
    const [first] = missed
    if (!first && !broken) return { allowed: true }
    const opening = missed.map((rule) => rule.tool)
    const { missing } = missingCalls(tools, own?.priors ?? [], hasWorked)
    return refusal(tool, (first ?? broken) as ToolRule, [...new Set([...opening, ...missing])])
  }

  return {
    check: (tool) => check(tool),
    checkAll: (list) => {
      checkOptions('checkAll', { list }, { list: mustBeTexts }, ['list'])
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
