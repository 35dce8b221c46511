import type { JsonValue } from './message.ts'

/** The state of a run, as `writeRun` has kept it with its session. */
export interface StoredRun {
  readonly run: Readonly<Record<string, JsonValue>>
  /** Increases with each change of the state. */
  readonly version: number
}

/** Options for keeping the state of a run. */
export interface WriteRunOptions {
  /**
   * Whether the bytes of the state before must be gone when this resolves, because something in it was erased. Otherwise
   * they may stay in the store's files until the space is used again. Default `false`.
   */
  readonly purge?: boolean
}
