import type { JsonValue } from '@lamella/core'

/** The state of a run, as `writeRun` has kept it with its session. */
export interface StoredRun {
  readonly run: Readonly<Record<string, JsonValue>>
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
   * Whether the state before is treated as deleted content, because something in it was erased: a store that removes the
   * bytes of what is deleted does so when this resolves. Otherwise they may stay in its files until the space is used
   * again. Default `false`.
   */
  readonly purge?: boolean
}
