import { LamellaError } from '@lamella/core'
import { isObject, mustReadFormat } from '@lamella/core/plugin'

/** What the agent's loop does next. `undecided`: no rule applies. */
export type LoopStep = 'exit' | 'continue' | 'undecided'

/** The calls of one tool in this turn. */
export interface ToolCalls {
  readonly tool: string
  /** All calls, including failed ones. */
  readonly made: number
  readonly worked: number
}

/** What a tracker knows about the current turn. Plain data: save it as JSON and continue from it after a restart. */
export interface ToolRuleState {
  readonly version: 1
  /** The tools mentioned by rules, in the order of their first calls. */
  readonly calls: readonly ToolCalls[]
  readonly next: LoopStep
}

const steps: readonly unknown[] = ['exit', 'continue', 'undecided']

export const newTurn: ToolRuleState = Object.freeze({ version: 1, calls: Object.freeze([]), next: 'undecided' })

/** Returns the calls in a saved state by tool. @throws LamellaError `OPTION_INVALID`, `FORMAT_NEWER` */
export function checkState(state: ToolRuleState): { readonly calls: Map<string, ToolCalls>; readonly next: LoopStep } {
  if (!isObject(state)) throw invalid('must be an object')
  const what = "createToolRuleTracker: the 'state'"
  mustReadFormat(state.version, { format: 'tool rules', what, known: 1, from: '@lamella/layers' })
  if (state.version !== 1) throw invalid(`has version ${String(state.version)}, but only version 1 is supported`)
  if (!steps.includes(state.next)) throw invalid(`has a next that is not one of ${steps.join(', ')}`)
  if (!Array.isArray(state.calls)) throw invalid('has no list of calls')
  const calls = new Map<string, ToolCalls>()
  for (const [index, one] of (state.calls as readonly ToolCalls[]).entries()) {
    const { tool, made, worked } = isObject(one) ? one : ({} as Partial<ToolCalls>)
    const counts = Number.isSafeInteger(made) && Number.isSafeInteger(worked)
    if (typeof tool !== 'string' || !counts || (worked as number) < 0 || (worked as number) > (made as number)) {
      throw invalid(`needs tool, made and worked at calls[${index}]`)
    }
    if (calls.has(tool)) throw invalid(`repeats a tool at calls[${index}]`)
    calls.set(tool, { tool, made: made as number, worked: worked as number })
  }
  return { calls, next: state.next }
}

function invalid(problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `createToolRuleTracker: 'state' ${problem}.`,
    fix: 'Pass the state of a tracker, or omit it to begin a turn.',
    details: { what: 'createToolRuleTracker', option: 'state' },
  })
}
