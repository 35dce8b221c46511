import type { JsonValue } from '@lamella/core'

/** The state of a run, as `writeRun` has kept it with its session. */
export interface StoredRun {
  /** What was written last as a whole. */
  readonly run: Readonly<Record<string, JsonValue>>
  /** What was added to it since, the oldest first. Absent: nothing. */
  readonly added?: readonly Readonly<Record<string, JsonValue>>[]
  /** Increases with each change of the state. */
  readonly version: number
}

/** Names one state of a session's run for good: two equal ones mean the same state. */
export interface RunVersion {
  /** The version of `StoredRun`. */
  readonly version: number
  /** Names what the versions count: another one after the session was deleted and created again. */
  readonly series: string
}

/** Options for keeping the state of a run. */
export interface WriteRunOptions {
  /**
   * Whether the value is added to what is kept, which is not written again: a state grows like its conversation. Where nothing
   * is kept, it is written as a whole. Default `false`: it replaces what is kept, and what was added to it.
   */
  readonly adds?: boolean
  /**
   * Whether the state before is treated as deleted content, because something in it was erased: a store that removes the
   * bytes of what is deleted does so when this resolves. Otherwise they may stay in its files until the space is used
   * again. Default `false`.
   */
  readonly purge?: boolean
}
