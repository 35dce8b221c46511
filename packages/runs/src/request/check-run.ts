import { isObject, mustReadFormat, type StoredFormat } from '@lamella/core/plugin'
import type { RunState } from '../contract/run.ts'
import { invalidRun } from './check-asked.ts'

/** The version of runs and of the records that keep them, for `mustReadFormat`. */
export const runFormat = (what: string): StoredFormat => ({ format: 'run', what, known: 1, from: '@lamella/runs' })

/** The states of records, which were checked when they were read, or made by a request. */
const passed = new WeakSet<RunState>()

/** Notes that a state needs no check. */
export function passes(state: RunState): void {
  passed.add(state)
}

/**
 * Checks that a value is a run, unless it was checked already. It comes from a store, and decides what a model reads.
 *
 * @throws LamellaError `RUN_INVALID`, `FORMAT_NEWER`
 */
export async function checkRun(value: unknown): Promise<RunState> {
  if (passed.has(value as RunState)) return value as RunState
  if (isObject(value)) mustReadFormat(value['spec'], runFormat('The run'))
  const { runProblem } = await import('./run-problem.ts')
  const problem = runProblem(value)
  if (problem === undefined) return value as RunState
  throw invalidRun(...problem)
}
