import type { Scope } from '@lamella/core'
import { checkOptions, mustHaveMethod } from '@lamella/core/plugin'
import { checkId } from '../check/check.ts'
import type { BlobInfo, BlobStore } from '../contract/blob-store.ts'
import { allOf } from '../copy/all-of.ts'

/** Yields the sessions of exactly this scope that have blobs, whether or not they exist, in order. */
export function sessionsWithBlobs(
  blobs: Pick<BlobStore, 'sessions'>,
  scope: Scope,
): AsyncGenerator<string, undefined, undefined> {
  return allOf(async (request) => {
    const { sessions, more } = await blobs.sessions(scope, request)
    return { items: sessions, more }
  })
}

/**
 * Yields all blobs of a session, in order of their ids.
 *
 * @example
 * for await (const { id, size } of blobsOf(blobs, scope, 'telegram_4711')) console.log(id, size)
 */
export function blobsOf(
  blobs: Pick<BlobStore, 'list'>,
  scope: Scope,
  session: string,
): AsyncGenerator<BlobInfo, undefined, undefined> {
  checkOptions('blobsOf', { blobs }, { blobs: mustHaveMethod('list') }, ['blobs'])
  return allOf(async (request) => {
    const page = await blobs.list(scope, session, request)
    return { items: page.blobs, more: page.more }
  })
}

/** Returns the sessions that a caller names, each once, in order. */
export function givenSessions(sessions: readonly string[]): readonly string[] {
  // By code units, the default of `sort`.
  return [...new Set(sessions)].map((id) => checkId('sessions', id)).sort()
}
