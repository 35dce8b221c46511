import type { Notice, Scope } from '@lamella/core'

/** Work of whoever runs the store: erasing what belongs to somebody, and looking for lost data. */
export interface SessionAdmin {
  /**
   * Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that
   * agent of every user. Returns the number of sessions.
   */
  erase(scope: Scope): Promise<number>
  /**
   * Checks a session for lost data and returns a notice of each problem. Changes nothing. A store that cannot lose part of
   * its data, such as one in memory, always returns none; so does every store for a session that does not exist.
   */
  verify(scope: Scope, session: string): Promise<readonly Notice[]>
}
