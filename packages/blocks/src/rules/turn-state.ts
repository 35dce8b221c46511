import { LamellaError } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'

/** What the agent's loop does next: ends, goes on, or whatever it does without a rule. */
export type LoopStep = 'exit' | 'continue' | 'undecided'

/** Calls of one tool in this turn. */
export interface ToolCalls {
  readonly tool: string
  /** All of them, those that failed included. */
  readonly made: number
  readonly worked: number
}

/** What a tracker knows of the turn at hand. Plain data: keep it as JSON, and go on from it after a restart. */
export interface ToolRuleState {
  readonly version: 1
  /** Of the tools that rules name, in the order in which they were first called. */
  readonly calls: readonly ToolCalls[]
  readonly next: LoopStep
}

const steps: readonly unknown[] = ['exit', 'continue', 'undecided']

/** A turn in which nothing was called. */
export const newTurn: ToolRuleState = Object.freeze({ version: 1, calls: Object.freeze([]), next: 'undecided' })

/** Calls by tool, as a kept state has them. @throws LamellaError `OPTION_INVALID` */
export function checkState(state: ToolRuleState): { readonly calls: Map<string, ToolCalls>; readonly next: LoopStep } {
  if (!isObject(state)) throw invalid('must be an object')
  if (state.version !== 1) throw invalid(`is of version ${String(state.version)}, and only 1 is known`)
  if (!steps.includes(state.next)) throw invalid(`has a next that is none of ${steps.join(', ')}`)
  if (!Array.isArray(state.calls)) throw invalid('has no list of calls')
  const calls = new Map<string, ToolCalls>()
  for (const [index, one] of (state.calls as readonly ToolCalls[]).entries()) {
    const { tool, made, worked } = isObject(one) ? one : ({} as Partial<ToolCalls>)
    const counts = Number.isSafeInteger(made) && Number.isSafeInteger(worked)
    if (typeof tool !== 'string' || !counts || (worked as number) < 0 || (worked as number) > (made as number)) {
      throw invalid(`has no tool, made and worked at calls[${index}]`)
    }
    if (calls.has(tool)) throw invalid(`has the same tool again at calls[${index}]`)
    calls.set(tool, { tool, made: made as number, worked: worked as number })
  }
  return { calls, next: state.next }
}

function invalid(problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    message: `createToolRuleTracker: 'state' ${problem}.`,
    fix: 'Give what the state of a tracker was, or leave it out to begin a turn.',
    details: { what: 'createToolRuleTracker', option: 'state' },
  })
}
