import { isLamellaError } from '@lamella/core'
import type { SummaryCompaction } from '@lamella/layers'
import type { CompactionResult } from '../contract/compaction.ts'
import { readShown, type SessionPlace, type ShownSession, showsSame } from './read-shown.ts'

type Failed = CompactionResult['failed'][number]

/** What the store has kept, and what it has not. */
export interface Recorded {
  readonly kept: readonly SummaryCompaction[]
  readonly failed: readonly Failed[]
}

/** How often it is tried where others write to the session all the time. */
const attempts = 2

/**
 * Keeps summaries in the store of their session. A summary takes its time, so the session is looked at once more: it may have
 * grown, and then the summary still stands for the same messages; or somebody has compacted it, or has deleted it and made
 * another one of that name, which must not get a summary of this one.
 */
export async function recordCompactions(
  place: SessionPlace,
  seen: ShownSession,
  compactions: readonly SummaryCompaction[],
  now: Date | undefined,
): Promise<Recorded> {
  const kept: SummaryCompaction[] = []
  const failed: Failed[] = []
  for (const compaction of compactions) {
    const failure = await record(place, seen, compaction, now)
    if (failure) failed.push({ start: compaction.start, end: compaction.end, ...failure })
    else kept.push(compaction)
  }
  return { kept, failed }
}

/** Keeps one, or tells why not. */
async function record(
  place: SessionPlace,
  seen: ShownSession,
  { start, end, text }: SummaryCompaction,
  now: Date | undefined,
): Promise<Pick<Failed, 'reason' | 'cause'> | undefined> {
  const { store, scope, session } = place
  for (let attempt = 1; ; attempt++) {
    try {
      const again = await readShown(place, new AbortController().signal)
      if (!again || !showsSame(seen, again, { start, end })) return { reason: 'conflict' }
      const options = { expectedRevision: again.revision, ...(now !== undefined && { at: now }) }
      await store.compact?.(scope, session, { start, end, text }, options)
      return undefined
    } catch (cause) {
      const isConflict = isLamellaError(cause, 'SESSION_CONFLICT')
      if (!isConflict || attempt === attempts) return { reason: isConflict ? 'conflict' : 'not-kept', cause }
    }
  }
}
