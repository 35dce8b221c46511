import type { UserMessage } from '@lamella/core'
import { isObject, messageProblem } from '@lamella/core/plugin'
import type { RunVersion, StoredRun } from '@lamella/store'
import type { RunState } from '../contract/run.ts'
import { checkRun } from '../request/check-run.ts'
import { losesTexts } from './erased.ts'
import { recallRecord, rememberRecord } from './known-records.ts'
import type { PendingRecord, RunPlace, RunRecord, VersionedRecord } from './stored-record.ts'

/** A session can have runs of that many agents; the one that was written longest ago is forgotten. */
const mostAgents = 16

/**
 * Reads the record of a session, unless this process has it already. One that is damaged, or of another version, counts as
 * none: the run begins anew.
 */
export async function readRecord(place: RunPlace): Promise<VersionedRecord> {
  const { sessions, scope, id, agent = '' } = place
  const at = await sessions.runs?.version?.(scope, id)
  const known = recallRecord(place, at)
  if (known) return known
  const stored = await sessions.runs?.read(scope, id)
  const all = runsIn(stored?.run)
  const own = all.find(([name]) => name === agent)?.[1]
  const read: VersionedRecord = {
    record: recordOf(own) ?? { pending: [] },
    version: stored?.version ?? 0,
    ...(at && { series: at.series }),
    others: Object.fromEntries(all.filter(([name]) => name !== agent)) as VersionedRecord['others'],
  }
  // Another process may have written between the two calls: then the versions differ, and what they count may, too.
  if (at?.version === read.version) rememberRecord(place, at, read)
  return read
}

/** Returns what is stored for each agent of a session. */
export function runsIn(stored: StoredRun['run'] | undefined): readonly (readonly [agent: string, record: unknown])[] {
  const { spec, runs } = (stored ?? {}) as Readonly<Record<string, unknown>>
  return spec === 1 && isObject(runs) ? Object.entries(runs) : []
}

/** Returns what is stored of the records of agents. */
export function storedRuns(records: Readonly<Record<string, unknown>>): StoredRun['run'] {
  return { spec: 1, runs: records } as object as StoredRun['run']
}

/**
 * Writes the record of a session. The bytes of texts that only the record before holds are removed.
 *
 * @param read The record as it was read.
 * @throws LamellaError `RUN_CONFLICT`
 */
export async function writeRecord(
  place: RunPlace,
  record: RunRecord,
  { record: before, version, series, others }: VersionedRecord,
): Promise<void> {
  const { sessions, scope, id, agent = '' } = place
  const left = Object.fromEntries(Object.entries(others).slice(1 - mostAgents))
  const value = storedRuns({ ...left, [agent]: withoutRepeats(record) })
  const purge = losesTexts(before, record)
  const written = await sessions.runs?.write(scope, id, value, version, { purge })
  if (written === undefined || series === undefined) return
  const at: RunVersion = { version: written, series }
  rememberRecord(place, at, { record, version: written, series, others: left })
}

/** Writes what the requests have in common once: `null` stands for that of the run, a number for that of an earlier request. */
export function withoutRepeats({ run, pending, ...others }: RunRecord): object {
  const earlier: RunState[] = []
  const written = pending.map((one) => {
    const { head, turn } = one.run
    const shown = turn && {
      ...turn,
      shown: turn.shown === run?.turn?.shown ? null : indexOr(earlier, (state) => state.turn?.shown, turn.shown),
    }
    const ownHead = head === run?.head ? null : indexOr(earlier, (state) => state.head, head)
    const kept = { ...one.run, head: ownHead, ...(shown && { turn: shown }) }
    earlier.push(one.run)
    return { ...one, run: kept }
  })
  return { ...others, ...(run && { run }), pending: written }
}

function indexOr(earlier: readonly RunState[], part: (state: RunState) => unknown, own: object): object | number {
  const index = earlier.findIndex((state) => part(state) === own)
  return index < 0 ? own : index
}

/** Returns a stored record; `undefined` for one that is damaged. */
export function recordOf(value: unknown): RunRecord | undefined {
  if (!isObject(value)) return undefined
  const { run, pending, cut, answered, forgotten } = value
  if (!Array.isArray(pending)) return undefined
  const full: unknown[] = []
  for (const one of pending) full.push(isObject(one) ? withRepeats(one, run, full) : one)
  if (run !== undefined && !isRun(run)) return undefined
  if (!full.every(isPending)) return undefined
  if (cut !== undefined && typeof cut !== 'boolean') return undefined
  if (forgotten !== undefined && !Number.isSafeInteger(forgotten)) return undefined
  if (answered !== undefined && !(isObject(answered) && isRequest(answered) && answered['operation'] !== undefined)) {
    return undefined
  }
  return { ...(value as unknown as RunRecord), pending: full as readonly PendingRecord[] }
}

/** Fills in what `withoutRepeats` has left out. */
function withRepeats(one: Readonly<Record<string, unknown>>, run: unknown, earlier: readonly unknown[]): object {
  const own = one['run']
  if (!isObject(own)) return one
  const { head, turn } = own
  const stateOf = (part: unknown): Readonly<Record<string, unknown>> | undefined => {
    const state = part === null ? run : typeof part === 'number' ? (earlier[part] as PendingRecord)?.run : undefined
    return isObject(state) ? state : undefined
  }
  const fullTurn = isObject(turn) ? { ...turn, shown: turnOf(stateOf(turn['shown'])) ?? turn['shown'] } : turn
  const full = { ...own, head: stateOf(head)?.['head'] ?? head, ...(fullTurn !== undefined && { turn: fullTurn }) }
  return { ...one, run: full }
}

function turnOf(state: Readonly<Record<string, unknown>> | undefined): unknown {
  const turn = state?.['turn']
  return isObject(turn) ? turn['shown'] : undefined
}

function isPending(value: unknown): value is PendingRecord {
  if (!isObject(value) || !Number.isSafeInteger(value['base']) || !isRequest(value)) return false
  const { run, reported } = value
  return isRun(run) && (reported === undefined || isObject(reported))
}

function isRequest({ operation, message, key }: Readonly<Record<string, unknown>>): boolean {
  const isMessage =
    message === undefined || (messageProblem(message) === undefined && (message as UserMessage).role === 'user')
  return isMessage && [operation, key].every((text) => text === undefined || typeof text === 'string')
}

function isRun(value: unknown): boolean {
  try {
    checkRun(value)
    return true
  } catch {
    return false
  }
}
