import { isLamellaError, type Notice, type Scope } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/store'

/** The session, as it was read. */
export interface KeepRequest {
  readonly scope: Scope
  /** The version of the session when it was read. */
  readonly revision: number
  readonly now: Date | undefined
}

/**
 * Saves summaries in the store of their session, for the next build. If the session has changed since it was read, it
 * may be a different one, so they are not saved. This context includes them in any case.
 */
export async function keepCompactions(
  { store, session }: { readonly store: SessionStore; readonly session: string },
  compactions: readonly NewCompaction[],
  { scope, revision, now }: KeepRequest,
): Promise<readonly Notice[]> {
  if (store.compactions === undefined) return [notKept('the store cannot save summaries')]
  let expectedRevision = revision
  for (const { start, end, text, native } of compactions) {
    const options = now === undefined ? { expectedRevision } : { expectedRevision, at: now }
    try {
      const kept = await store.compactions.add(scope, session, { start, end, text, ...(native && { native }) }, options)
      expectedRevision = kept.revision
    } catch (error) {
      return [notKept(error)]
    }
  }
  return []
}

function notKept(error: unknown): Notice {
  const why = isLamellaError(error) ? error.what : String(error)
  const fix = isLamellaError(error) ? error.fix : 'Check the session store.'
  return {
    code: 'SUMMARY_NOT_KEPT',
    what: `The session store did not save a summary that this context includes: ${why}`,
    fix,
  }
}
