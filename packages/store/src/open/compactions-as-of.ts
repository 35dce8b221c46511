import type { NewCompaction } from '@lamella/core/plugin'
import { overlayOf, summariesOf } from './overlay.ts'
import { summariesFingerprint } from './summaries-fingerprint.ts'

/**
 * Returns the compactions that a session had when a run began its epoch: all, or the oldest ones, since compactions are only
 * ever added. `undefined` if the session never looked like that.
 *
 * @param length The number of messages in the session.
 * @param compactions Oldest first.
 * @param summaries `RunState.summaries`.
 */
export function compactionsAsOf(
  length: number,
  compactions: readonly NewCompaction[],
  summaries: string,
): readonly NewCompaction[] | undefined {
  for (let count = compactions.length; count >= 0; count--) {
    const oldest = compactions.slice(0, count)
    if (summariesFingerprint(summariesOf(overlayOf(length, oldest))) === summaries) return oldest
  }
  return undefined
}
