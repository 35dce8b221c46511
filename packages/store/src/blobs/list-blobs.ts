import type { Scope } from '@lamella/core'
import { checkId } from '../check/check.ts'
import type { BlobInfo, BlobStore } from '../contract/blob-store.ts'

/** How many ids to request at once. */
const limit = 500

/** Yields the sessions of exactly this scope that have blobs, whether or not they exist, in order. */
export async function* sessionsWithBlobs(
  blobs: Pick<BlobStore, 'sessions'>,
  scope: Scope,
): AsyncGenerator<string, undefined, undefined> {
  let after: string | undefined
  for (let more = true; more; ) {
    const page = await blobs.sessions(scope, after === undefined ? { limit } : { limit, after })
    yield* page.sessions
    after = page.sessions.at(-1)
    more = page.more && after !== undefined
  }
  return undefined
}

/**
 * Yields all blobs of a session, in order of their ids.
 *
 * @example
 * for await (const { id, size } of blobsOf(blobs, scope, 'telegram_4711')) console.log(id, size)
 */
export async function* blobsOf(
  blobs: Pick<BlobStore, 'list'>,
  scope: Scope,
  session: string,
): AsyncGenerator<BlobInfo, undefined, undefined> {
  let after: string | undefined
  for (let more = true; more; ) {
    const page = await blobs.list(scope, session, after === undefined ? { limit } : { limit, after })
    yield* page.blobs
    after = page.blobs.at(-1)?.id
    more = page.more && after !== undefined
  }
  return undefined
}

/** Returns the sessions that a caller names, each once, in order. */
export function givenSessions(sessions: readonly string[]): readonly string[] {
  // By code units, the default of `sort`.
  return [...new Set(sessions)].map((id) => checkId('sessions', id)).sort()
}
