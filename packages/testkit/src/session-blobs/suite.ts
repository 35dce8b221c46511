import type { ConformanceCase, Make, SuiteOptions } from '../kit/rule.ts'
import { casesOf } from '../kit/rule.ts'
import { type SessionBlobsRule, type SessionsAndBlobs, sessionBlobsRules } from './rules.ts'

/** Closes both stores in any case. */
function closing(rule: SessionBlobsRule): SessionBlobsRule {
  return {
    ...rule,
    check: async (stores, bench) => {
      try {
        await rule.check(stores, bench)
      } finally {
        await stores.sessions.close?.().catch(() => {})
        await stores.blobs.close?.().catch(() => {})
      }
    },
  }
}

/**
 * Conformance cases for a session store whose `delete`, `erase` and `fork` act on the blobs of a blob store too: two stores
 * of one folder or database, or two that `withBlobs` has joined. `make` returns new empty stores on each call; they are
 * closed when their case is done.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * const make = () => {
 *   const blobs = createBlobStore()
 *   return { sessions: withBlobs(createSessionStore(), blobs), blobs }
 * }
 * for (const c of sessionBlobsSuite(make)) it(c.name, c.run)
 */
export function sessionBlobsSuite(
  make: Make<SessionsAndBlobs>,
  options: SuiteOptions = {},
): readonly ConformanceCase[] {
  return casesOf(sessionBlobsRules.map(closing), make, options)
}
