import { isLamellaError } from '@lamella/core'
import { type Check, checkOptions, mustBeOneOf } from '@lamella/core/plugin'
import type { SummaryCompaction } from '../compression/compressed-history.ts'
import type { CompactionResult } from './compaction-result.ts'
import { readShown, type SessionPlace, type ShownSession, showsSame } from './read-shown.ts'

type Failed = CompactionResult['failed'][number]

/** The summaries that the store saved, and those that it did not. */
export interface KeptCompactions {
  readonly kept: readonly SummaryCompaction[]
  readonly failed: readonly Failed[]
}

/** The time to record, and how the session was read. */
export interface KeepOptions {
  readonly now?: Date | undefined
  /** Default `'shown'`. */
  readonly opaque?: 'shown' | 'replaced' | undefined
}

const mustBeTime: Check = (value) =>
  value instanceof Date && Number.isFinite(value.getTime()) ? undefined : 'must be a valid Date'

/** The maximum number of attempts while other processes keep writing to the session. */
const attempts = 2

/**
 * Saves summaries in the store of their session. Writing a summary takes time, so the session is checked again: if it
 * has grown, the summary still replaces the same messages; if it was compacted, or deleted and recreated under the same
 * name, it must not get this summary.
 *
 * @param seen The session as `readShown` read it, before the summaries were written.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { failed } = await keepCompactions({ store, scope, session }, seen, compactions, { now: new Date() })
 */
export async function keepCompactions(
  place: SessionPlace,
  seen: ShownSession,
  compactions: readonly SummaryCompaction[],
  options: KeepOptions,
): Promise<KeptCompactions> {
  const checks = { now: mustBeTime, opaque: mustBeOneOf(['shown', 'replaced']) }
  const { now, opaque } = checkOptions<KeepOptions>('keepCompactions', options, checks)
  const kept: SummaryCompaction[] = []
  const failed: Failed[] = []
  for (const compaction of compactions) {
    const failure = await record(place, seen, compaction, { now, opaque })
    if (failure) failed.push({ start: compaction.start, end: compaction.end, ...failure })
    else kept.push(compaction)
  }
  return { kept, failed }
}

/** Saves one summary, or returns why not. */
async function record(
  place: SessionPlace,
  seen: ShownSession,
  { start, end, text, native }: SummaryCompaction,
  { now, opaque }: KeepOptions,
): Promise<Pick<Failed, 'reason' | 'cause'> | undefined> {
  const { store, scope, session } = place
  if (store.compactions === undefined)
    return { reason: 'not-kept', cause: new Error('The store does not save summaries.') }
  for (let attempt = 1; ; attempt++) {
    try {
      const again = await readShown(place, new AbortController().signal, opaque)
      if (!again || !showsSame(seen, again, { start, end })) return { reason: 'conflict' }
      const options = { expectedRevision: again.revision, ...(now !== undefined && { at: now }) }
      await store.compactions.add(scope, session, { start, end, text, ...(native && { native }) }, options)
      return undefined
    } catch (cause) {
      const isConflict = isLamellaError(cause, 'SESSION_CONFLICT')
      if (!isConflict || attempt === attempts) return { reason: isConflict ? 'conflict' : 'not-kept', cause }
    }
  }
}
