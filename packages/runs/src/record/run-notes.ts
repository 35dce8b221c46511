import { isLamellaError, type UserMessage } from '@lamella/core'
import { isObject, messageProblem } from '@lamella/core/plugin'
import type { RunState } from '../contract/run.ts'
import { checkRun, passes } from '../request/check-run.ts'
import { isUsage } from '../request/counts.ts'
import { type JsonPatch, jsonPatch, patched } from './json-patch.ts'
import type { PendingRecord, RunRecord } from './stored-record.ts'

/** A state as it is kept: whole, or as it differs from another one of the same epoch. */
type StateNote =
  | { readonly whole: RunState }
  /** That of the run (-1) or of a pending request, in the record before. */
  | { readonly was: number }
  /** Differs from that of the run (-1) or of an earlier pending request, in the same record. Without `patch`: equals it. */
  | { readonly of: number; readonly patch?: JsonPatch }

/** What a record is after a change. The first one of a record has nothing before it. */
export interface RunNote extends Omit<RunRecord, 'run' | 'pending'> {
  readonly run?: StateNote
  /** A number: that request of the record before. */
  readonly pending: readonly (number | (Omit<PendingRecord, 'run'> & { readonly run: StateNote }))[]
}

/** Returns how a record became another one, with everything in it that is new. */
export function noteOf(after: RunRecord, before?: RunRecord): RunNote {
  const { run, pending, ...others } = after
  const stateNote = (state: RunState, present: readonly (readonly [number, RunState])[]): StateNote => {
    const was = before ? statesIn(before).find(([, one]) => one === state) : undefined
    if (was) return { was: was[0] }
    const like = present.find(([, one]) => jsonPatch(one.head, state.head) === undefined)
    if (!like) return { whole: state }
    const patch = jsonPatch(like[1], state)
    return { of: like[0], ...(patch && { patch }) }
  }
  return {
    ...others,
    ...(run && { run: stateNote(run, []) }),
    pending: pending.map((one, index) => {
      const same = before?.pending.indexOf(one) ?? -1
      if (same >= 0) return same
      const present = statesIn({ ...(run && { run }), pending: pending.slice(0, index) })
      return { ...one, run: stateNote(one.run, present) }
    }),
  }
}

/** Whether a note has a whole state: then it needs nothing of the notes before, or begins an epoch. */
export function hasWhole({ run, pending }: RunNote): boolean {
  const states = [run, ...pending.map((one) => (typeof one === 'number' ? undefined : one.run))]
  return states.some((state) => state !== undefined && 'whole' in state)
}

function statesIn({ run, pending }: RunRecord): readonly (readonly [number, RunState])[] {
  const ofPending = pending.map((one, index) => [index, one.run] as const)
  return run ? [[-1, run], ...ofPending] : ofPending
}

/**
 * Returns the record after some notes; `undefined` if they are damaged, or if there are none. Each of its states is checked.
 * Fields that a later release has added stay in the record.
 *
 * @throws LamellaError `FORMAT_NEWER`
 */
export async function recordOf(notes: readonly unknown[]): Promise<RunRecord | undefined> {
  if (notes.length === 0) return undefined
  // Here, and not by the first check: a module that cannot be loaded is no damage of the record.
  await import('../request/run-problem.ts')
  let record: RunRecord | undefined
  try {
    for (const note of notes) record = noted(record ?? { pending: [] }, note)
    if (!record || !isRecord(record)) return undefined
    for (const [, state] of statesIn(record)) passes(await checkRun(state))
    return record
  } catch (error) {
    if (isLamellaError(error, 'FORMAT_NEWER')) throw error
    return undefined
  }
}

/** @throws TypeError for a note that does not fit the record */
function noted(before: RunRecord, note: unknown): RunRecord {
  if (!isObject(note) || !Array.isArray(note['pending'])) throw new TypeError('not a note')
  const { run, pending, ...others } = note as unknown as RunNote
  const known = new Map(statesIn(before))
  const present = new Map<number, RunState>()
  const stateOf = (state: StateNote): RunState => {
    if ('whole' in state) return state.whole
    const like = 'was' in state ? known.get(state.was) : present.get(state.of)
    if (!like) throw new TypeError('no such state')
    return 'of' in state && state.patch ? (patched(like, state.patch) as RunState) : like
  }
  const own = run && stateOf(run)
  if (own) present.set(-1, own)
  const list = pending.map((one, index) => {
    const request = typeof one === 'number' ? before.pending[one] : { ...one, run: stateOf(one.run) }
    if (!request) throw new TypeError('no such request')
    present.set(index, request.run)
    return request
  })
  return { ...others, ...(own && { run: own }), pending: list }
}

/** Whether everything but the states is what a record has. */
function isRecord({ pending, cut, forgotten, answered, counted }: RunRecord): boolean {
  return (
    pending.every((one) => Number.isSafeInteger(one.base) && isRequest(one) && isOptionalObject(one.reported)) &&
    (cut === undefined || typeof cut === 'boolean') &&
    (forgotten === undefined || Number.isSafeInteger(forgotten)) &&
    isOptionalObject(answered) &&
    (counted === undefined || isUsage(counted.usage)) &&
    (answered === undefined || (isRequest(answered) && answered.operation !== undefined))
  )
}

function isOptionalObject(value: unknown): boolean {
  return value === undefined || isObject(value)
}

function isRequest({ operation, message, key }: Partial<PendingRecord>): boolean {
  const isMessage =
    message === undefined || (messageProblem(message) === undefined && (message as UserMessage).role === 'user')
  return isMessage && [operation, key].every((text) => text === undefined || typeof text === 'string')
}
