import { isLamellaError, type Notice, type Scope } from '@lamella/core'
import { type Check, checkOptions, isObject, mustBeObject, mustBeTexts } from '@lamella/core/plugin'
import { mustKeepRuns, ownerOf, type SessionStore } from '@lamella/store'
import type { RunState } from '../contract/run.ts'
import { endedRun, fragmentsOf, statesOf, withStates } from './erased.ts'
import { noteOf, recordOf } from './run-notes.ts'
import { notesIn, partOf } from './run-record.ts'

/** What to remove from stored runs. */
export interface ScrubRunsOptions {
  /** A store that keeps runs. */
  readonly sessions: SessionStore
  /** The runs of the sessions of exactly this scope are looked at. */
  readonly scope: Scope
  /** The ids of erased fragments by layer, such as `{ memory: ['tea'] }`. Default: all texts of all layers are removed. */
  readonly erased?: Readonly<Record<string, readonly string[]>>
}

/** The result of `scrubRuns`. */
export interface ScrubbedRuns {
  /** The ids of the sessions from whose runs something was removed. */
  readonly scrubbed: readonly string[]
  /** Sessions that cannot be read, and were not looked at. */
  readonly unreadable: readonly Notice[]
}

/** How many sessions to list at once. */
const step = 100

/** How often a run is read again because a process has changed it meanwhile. */
const attempts = 20

/**
 * Removes what was erased from all stored runs of a scope, those of every agent and those that nobody continues. Call it after
 * erasing, since requests that were being built meanwhile may have shown the fragments again. A run that held one of them keeps
 * its place in the session, and its next request begins a new epoch with the reason `revoked`.
 *
 * Messages are not changed: what a model repeated of an erased text goes with its session. Can run while others write, and
 * again after an interruption. Takes one read for each session of the scope.
 *
 * @throws LamellaError `OPTION_INVALID`, `SCOPE_INVALID`, `RUN_CONFLICT` if other processes keep changing a run, and what
 * the store throws
 * @example
 * await memory.delete(scope, 'tea')
 * const { scrubbed } = await scrubRuns({ sessions, scope, erased: { memory: ['tea'] } })
 */
export async function scrubRuns(options: ScrubRunsOptions): Promise<ScrubbedRuns> {
  const { sessions, scope, erased } = checkOptions('scrubRuns', options, checks, ['sessions', 'scope'])
  ownerOf(scope)
  const isErased = (state: RunState): boolean =>
    [...fragmentsOf(state)].some(([layer, id]) => erased === undefined || idsOf(erased, layer).includes(id))
  const scrubbed: string[] = []
  const unreadable: Notice[] = []
  for (let after: string | undefined, more = true; more; ) {
    const page = await sessions.list(scope, { limit: step, ...(after !== undefined && { after }) })
    for (const { id } of page.sessions) if (await scrubSession(sessions, scope, id, isErased)) scrubbed.push(id)
    unreadable.push(...(page.unreadable ?? []))
    after = page.sessions.at(-1)?.id
    more = page.more && after !== undefined
  }
  return { scrubbed, unreadable }
}

/** Returns whether something was removed. A record that cannot be read is removed whole: its run begins anew anyway. */
async function scrubSession(
  sessions: SessionStore,
  scope: Scope,
  id: string,
  isErased: (state: RunState) => boolean,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const stored = await sessions.runs?.read(scope, id)
    if (stored === undefined) return false
    const runs = [...notesIn(stored)]
    const left: typeof runs = []
    for (const [agent, notes] of runs) {
      const record = await recordOf(notes)
      if (record === undefined) continue
      const ended = withStates(record, (state) => (isErased(state) ? endedRun(state, 'revoked') : state))
      // A text that a record no longer has was removed from the notes before it, too.
      left.push([agent, statesOf(record).some(isErased) ? [noteOf(ended)] : notes])
    }
    if (left.length === runs.length && left.every(([, notes], index) => notes === runs[index]?.[1])) return false
    try {
      await sessions.runs?.write(scope, id, partOf(left), stored.version, { purge: true })
      return true
    } catch (error) {
      if (attempt === attempts || !isLamellaError(error, 'RUN_CONFLICT')) throw error
    }
  }
}

function idsOf(erased: Readonly<Record<string, readonly string[]>>, layer: string): readonly string[] {
  return (Object.hasOwn(erased, layer) ? erased[layer] : undefined) ?? []
}

const mustNameIds: Check = (value) => {
  if (!isObject(value) || Array.isArray(value)) return 'must have lists of ids by layer'
  return Object.values(value)
    .map(mustBeTexts)
    .find((problem) => problem !== undefined)
}

const checks = {
  sessions: (store: unknown) => mustKeepRuns(store, 'list'),
  scope: mustBeObject,
  erased: mustNameIds,
}
