import type { JsonValue, Scope } from '@lamella/core'

/**
 * Keeps the state of a run with its session, so that any process continues where another ended. The state is derived from
 * the session: it is deleted and erased with it, `fork` copies it, and `export` leaves it out.
 */
export interface SessionRuns {
  /** Returns what `write` kept with the session; `undefined` if nothing, or if what is kept was damaged. */
  read(scope: Scope, session: string): Promise<StoredRun | undefined>
  /**
   * Keeps the state of a run with the session, as durably as the store's settings promise: in place of the one before, or
   * added to it. Changes neither the session's revision nor its times. If there is no session, creates an empty one at revision 1.
   *
   * Versions begin at 1 and increase with each change. They begin again after the session was deleted and after the state
   * was damaged, so a writer from before can succeed if its version is the same by chance.
   *
   * @param expectedVersion The version that the caller last read; 0: there is none yet.
   * @returns The new version, which is always larger.
   * @throws LamellaError `RUN_CONFLICT` when the state is not at `expectedVersion`; nothing is changed then, and no session
   * is created. `STORE_VALUE_INVALID` for a value that is not a plain JSON object, or a version that is not a whole number
   * @example
   * const { version = 0 } = (await store.runs.read(scope, 'telegram_4711')) ?? {}
   * await store.runs.write(scope, 'telegram_4711', context.run, version)
   */
  write(
    scope: Scope,
    session: string,
    run: Readonly<Record<string, JsonValue>>,
    expectedVersion: number,
    options?: WriteRunOptions,
  ): Promise<number>
  /**
   * Returns which state of the run is kept, without reading it, so that nobody reads it twice; `undefined` if there is none.
   * Absent: the store cannot say, and every process reads the state each time.
   */
  version?(scope: Scope, session: string): Promise<RunVersion | undefined>
}

/** The state of a run, as `write` has kept it with its session. */
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
