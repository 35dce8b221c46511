import type { Scope, UserMessage } from '@lamella/core'
import type { RunReport } from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/store'
import type { RunUsage } from '../contract/counts.ts'
import type { RunState } from '../contract/run.ts'

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
  /** Whether the same question was sent as another request before. Either may be answered, so nothing may extend the answer. */
  readonly replaces?: boolean
  /** The cut that it was reported with, which a repetition reports again. */
  readonly reported?: RunReport['cut']
}

/** What a store keeps of a run. */
export interface RunRecord {
  /** The run up to the last answer. */
  readonly run?: RunState
  /** The requests that one of the next messages may answer, the oldest first. */
  readonly pending: readonly PendingRecord[]
  /** Whether the next request begins a new epoch. */
  readonly cut?: boolean
  /** The position of requests that are no longer kept. If one of them is answered there, nothing can extend it. */
  readonly forgotten?: number
  /** What the provider has counted a request as, and the name of that request. */
  readonly counted?: { readonly of: string; readonly usage: RunUsage }
  /** The request that was answered last, if it had an operation. */
  readonly answered?: { readonly operation: string; readonly message?: UserMessage }
}

/** A record, and what is needed to write it again. */
export interface VersionedRecord {
  readonly record: RunRecord
  readonly version: number
  /** How many parts the store keeps; 0 if the record is not in them. */
  readonly parts: number
  /** What the versions count, if the store says it. */
  readonly series?: string
  /** The notes of other agents in the session, that which was written last at the end. */
  readonly others: ReadonlyMap<string, readonly unknown[]>
}

/** The session of a run. */
export interface RunPlace {
  readonly sessions: Pick<SessionStore, 'read' | 'runs'>
  readonly scope: Scope
  readonly id: string
  /** For agents that share a session: each has a run of its own. Default: one run. */
  readonly agent?: string
  /** What whoever opened the run has of its record, so that it is read again only if others have changed it. */
  readonly known?: { last?: VersionedRecord }
}
