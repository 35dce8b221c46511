import { LamellaError } from '@lamella/core'
import { isObject, mustHaveMethod } from '@lamella/core/plugin'
import type { StoredRun, WriteRunOptions } from '../contract/session-runs.ts'
import type { SessionStore } from '../contract/session-store.ts'
import { invalid } from './check.ts'
import { mustBeRecord, whole } from './check-request.ts'
import { lostByJson } from './json.ts'

/** Checks that a store has these methods and keeps runs. Returns the problem of one that does not. */
export function mustKeepRuns(store: unknown, ...methods: readonly (keyof SessionStore)[]): string | undefined {
  const problem = methods.map((name) => mustHaveMethod(name)(store)).find((found) => found !== undefined)
  if (problem !== undefined) return problem
  const { runs } = isObject(store) ? store : {}
  const lacking = mustHaveMethod('read')(runs) ?? mustHaveMethod('write')(runs)
  return lacking === undefined ? undefined : "must keep runs: it lacks 'runs'"
}

/** A checked change to the state of a session's run. */
export interface RunChange {
  /** The state, as JSON text: stores keep this text, and parse it to return the state. */
  readonly text: string
  /** The version that the state must have; 0 if there must be none. */
  readonly expectedVersion: number
  /** Whether the text is added to what is kept. */
  readonly adds: boolean
  /** Whether the state before is treated as deleted content. */
  readonly purge: boolean
}

/**
 * Checks the arguments of `runs.write`.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for a value that is not a plain JSON object, or for a version that is not a
 * whole number
 */
export function checkRunChange(run: object, expectedVersion: number, options: WriteRunOptions = {}): RunChange {
  if (!isObject(run)) throw invalid('run', 'is not an object')
  const { adds, purge } = mustBeRecord('options', options, ['adds', 'purge'])
  const lost = lostByJson(run, 0)
  if (lost !== undefined) throw invalid('run', `has ${lost}, which JSON cannot store`)
  return {
    text: JSON.stringify(run),
    expectedVersion: whole('expectedVersion', expectedVersion, 0),
    adds: adds === true,
    purge: purge === true,
  }
}

/**
 * Returns the version of a state that replaces the one at version `actual` (0: none).
 *
 * @throws LamellaError `RUN_CONFLICT` when the writer expected another version
 */
export function nextRunVersion(session: string, { expectedVersion: expected }: RunChange, actual: number): number {
  if (actual === expected) return actual + 1
  throw new LamellaError({
    code: 'RUN_CONFLICT',
    what: `The run of session ${JSON.stringify(session)} is at version ${actual}, not ${expected}.`,
    fix: 'Read the run again, and retry with its version.',
    details: { session, expected, actual },
  })
}

/**
 * Returns what `runs.read` returns for the texts that are kept: the whole, and what was added. `undefined` if there are none, or if
 * one of them is damaged.
 */
export function storedRun(texts: readonly string[], version: number): StoredRun | undefined {
  const values = texts.map(objectIn)
  const [run, ...added] = values
  if (run === undefined || values.includes(undefined)) return undefined
  return { run, ...(added.length > 0 && { added: added as readonly StoredRun['run'][] }), version }
}

function objectIn(text: string): StoredRun['run'] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? (value as StoredRun['run']) : undefined
  } catch {
    return undefined
  }
}
