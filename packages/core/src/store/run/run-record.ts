import type { UserMessage } from '../../contract/message.ts'
import type { RunState } from '../../contract/run.ts'
import type { Scope } from '../../contract/scope.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import type { StoredRun } from '../../contract/stored-run.ts'
import { messageProblem } from '../../messages/message-problem.ts'
import { isObject } from '../../options.ts'
import { checkRun } from '../../run/check-run.ts'

/** A request that was built, and whose answer is not in the session. */
export interface PendingRecord {
  /** The position of its message in the store, or where its answer will be if it has none. */
  readonly base: number
  readonly operation?: string
  readonly message?: UserMessage
  /** What else the caller has asked for, if another request for it is another request. */
  readonly key?: string
  /** The run after the request. */
  readonly run: RunState
  /** Whether `cut()` had asked for it. */
  readonly cut?: boolean
}

/** What a store keeps of a run. */
export interface RunRecord {
  /** The run up to the last answer. */
  readonly run?: RunState
  /** The requests that one of the next messages may answer, the oldest first. */
  readonly pending: readonly PendingRecord[]
  /** Whether the next request begins a new epoch. */
  readonly cut?: boolean
  /** The request that was answered last, if it had an operation. */
  readonly answered?: { readonly operation: string; readonly message?: UserMessage }
}

/** A record, and what is needed to write it again. */
export interface VersionedRecord {
  readonly record: RunRecord
  readonly version: number
  /** The records of other agents in the session. */
  readonly others: Readonly<Record<string, RunRecord>>
}

/** The session of a run. */
export interface RunPlace {
  readonly sessions: Pick<SessionStore, 'read' | 'readRun' | 'writeRun'>
  readonly scope: Scope
  readonly id: string
  /** For agents that share a session: each has a run of its own. Default: one run. */
  readonly agent?: string
}

/** A session can have runs of that many agents; the one that was written longest ago is forgotten. */
const mostAgents = 16

/** Reads the record of a session. One that is damaged, or of another version, counts as none: the run begins anew. */
export async function readRecord({ sessions, scope, id, agent = '' }: RunPlace): Promise<VersionedRecord> {
  const stored = await sessions.readRun?.(scope, id)
  const { spec, runs } = (stored?.run ?? {}) as Readonly<Record<string, unknown>>
  const all = spec === 1 && isObject(runs) ? Object.entries(runs) : []
  const own = all.find(([name]) => name === agent)?.[1]
  return {
    record: (isObject(own) ? recordOf(own) : undefined) ?? { pending: [] },
    version: stored?.version ?? 0,
    others: Object.fromEntries(all.filter(([name]) => name !== agent)) as VersionedRecord['others'],
  }
}

/**
 * Writes the record of a session.
 *
 * @param purge Whether something in the record before was erased, so that its bytes must be gone.
 * @throws LamellaError `RUN_CONFLICT`
 */
export async function writeRecord(
  { sessions, scope, id, agent = '' }: RunPlace,
  record: RunRecord,
  { version, others }: Omit<VersionedRecord, 'record'>,
  purge: boolean,
): Promise<void> {
  const { run, pending } = record
  // A pending request mostly has the head of the run: it is written once.
  const short = pending.map((one) =>
    run && one.run.head === run.head ? { ...one, run: { ...one.run, head: null } } : one,
  )
  const runs = Object.fromEntries([
    ...Object.entries(others).slice(1 - mostAgents),
    [agent, { ...record, pending: short }],
  ])
  const value: object = { spec: 1, runs }
  await sessions.writeRun?.(scope, id, value as StoredRun['run'], version, { purge })
}

function recordOf(value: Readonly<Record<string, unknown>>): RunRecord | undefined {
  const { run, pending, cut, answered } = value
  if (!Array.isArray(pending)) return undefined
  const head = isObject(run) ? run['head'] : undefined
  const full = pending.map((one) =>
    isObject(one) && isObject(one['run']) ? { ...one, run: { ...one['run'], head: one['run']['head'] ?? head } } : one,
  )
  if (run !== undefined && !isRun(run)) return undefined
  if (!full.every(isPending)) return undefined
  if (cut !== undefined && typeof cut !== 'boolean') return undefined
  if (answered !== undefined && !(isObject(answered) && isRequest(answered) && answered['operation'] !== undefined)) {
    return undefined
  }
  return { ...(value as unknown as RunRecord), pending: full }
}

function isPending(value: unknown): value is PendingRecord {
  return isObject(value) && Number.isSafeInteger(value['base']) && isRequest(value) && isRun(value['run'])
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
