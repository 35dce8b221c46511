import type { Scope } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import type { ChangeOptions } from './session-values.ts'

/** Keeps texts that replace messages of a session. Nothing is rewritten: those messages can still be read. */
export interface SessionCompactions {
  /**
   * Records a text that replaces the messages `start` to `end`, as one change of the session.
   *
   * @throws LamellaError `SESSION_CONFLICT`, `SESSION_MISSING`, `STORE_VALUE_INVALID` for a range that the session does not
   * have, an empty text, or a native summary that is not plain JSON of at most 4 MiB
   * @example
   * await store.compactions.add(scope, 'telegram_4711', { start: 0, end: 40, text: 'Ada plans a trip to Rome.' })
   */
  add(scope: Scope, session: string, compaction: NewCompaction, options?: ChangeOptions): Promise<Compaction>
  /** Lists the compactions of a session, oldest first; none of a missing session. */
  list(scope: Scope, session: string): Promise<readonly Compaction[]>
}

/** A compaction as the store keeps it. */
export interface Compaction extends NewCompaction {
  /** The revision of the session after it. */
  readonly revision: number
  /** ISO 8601 instant. */
  readonly at?: string
}
