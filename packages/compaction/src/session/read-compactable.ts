import { isLamellaError } from '@lamella/core'
import { type Check, checkOptions, isObject, mustBeObject } from '@lamella/core/plugin'
import type { SummaryCompaction } from '../compression/compressed-history.ts'
import type { CompactionResult } from './compaction-result.ts'
import { type Opaque, readShown, type SessionPlace, type ShownSession, showsSame } from './read-shown.ts'

type Failed = CompactionResult['failed'][number]

/** The summaries that the store saved, and those that it did not. */
export interface KeptCompactions {
  readonly kept: readonly SummaryCompaction[]
  readonly failed: readonly Failed[]
}

/** When the summaries are saved. */
export interface KeepOptions {
  /** The time to record. Default: no time. */
  readonly now?: Date | undefined
}

/** A session as it was read in order to compact it. */
export interface CompactableSession extends ShownSession {
  /**
   * Saves summaries in the store of the session. Writing a summary takes time, so the session is checked again: if it has
   * grown, the summary still replaces the same messages; if it was compacted, or deleted and recreated under the same name,
   * it must not get this summary.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  keep(compactions: readonly SummaryCompaction[], options?: KeepOptions): Promise<KeptCompactions>
}

const mustBeTime: Check = (value) =>
  value instanceof Date && Number.isFinite(value.getTime()) ? undefined : 'must be a valid Date'

/** The maximum number of attempts while other processes keep writing to the session. */
const attempts = 2

/**
 * Reads a session as it is shown, to compact it.
 *
 * @param opaque Whether summaries that only a provider can read are shown, or the messages that they replace.
 * @returns `undefined` if the positions of the messages cannot be determined.
 * @throws LamellaError `OPTION_INVALID`, errors of the store, and the reason of the signal
 * @example
 * const seen = await readCompactable({ store, scope, session: 'session-123' }, signal)
 * const { failed } = (await seen?.keep(compactions, { now: new Date() })) ?? {}
 */
export async function readCompactable(
  place: SessionPlace,
  signal: AbortSignal,
  opaque: Opaque = 'shown',
): Promise<CompactableSession | undefined> {
  checkOptions('readCompactable', { place, signal }, { place: mustBeObject, signal: mustBeObject }, ['place', 'signal'])
  const seen = await readShown(place, signal, opaque)
  if (!seen) return undefined
  const keep: CompactableSession['keep'] = async (compactions, options = {}) => {
    const { now } = checkOptions('keep', options, { now: mustBeTime })
    checkOptions('keep', { compactions }, { compactions: mustBeCompactions }, ['compactions'])
    const kept: SummaryCompaction[] = []
    const failed: Failed[] = []
    for (const compaction of compactions) {
      const failure = await record(place, seen, compaction, { now, opaque })
      if (failure) failed.push({ start: compaction.start, end: compaction.end, ...failure })
      else kept.push(compaction)
    }
    return { kept, failed }
  }
  return { ...seen, keep }
}

const mustBeCompactions: Check = (value) =>
  Array.isArray(value) && value.every(isObject) ? undefined : 'must be a list of compactions'

/** Saves one summary, or returns why not. */
async function record(
  place: SessionPlace,
  seen: ShownSession,
  { start, end, text, native }: SummaryCompaction,
  { now, opaque }: KeepOptions & { readonly opaque: Opaque },
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
