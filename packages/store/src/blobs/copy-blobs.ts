import type { Scope } from '@lamella/core'
import { checkOptions, mustBeTexts } from '@lamella/core/plugin'
import { ownerOf } from '../check/check.ts'
import { blobId } from '../check/check-blob.ts'
import { blobDamaged } from '../check/store-errors.ts'
import type { BlobStore } from '../contract/blob-store.ts'
import { capable } from '../copy/copy-result.ts'
import { blobsOf, givenSessions, sessionsWithBlobs } from './list-blobs.ts'

/** The sessions whose blobs to copy. */
export interface CopyBlobsOptions {
  /** Their ids. Default: all of the scope that have blobs. */
  readonly sessions?: readonly string[]
}

/** A blob of a session. */
export interface SessionBlob {
  readonly session: string
  readonly id: string
  /** In bytes. */
  readonly size: number
}

/** The result of a copy of blobs. */
export interface CopyBlobsResult {
  /** In order of sessions and ids. */
  readonly copied: readonly SessionBlob[]
  /** Those that the other store already had. */
  readonly present: readonly SessionBlob[]
}

/**
 * Copies the blobs of exactly this scope from one store to another, with media types, names and times. The blobs in
 * `from` stay. Copy them before `copySessions` copies the messages that name them.
 *
 * A blob that `to` has is skipped, so a copy can be run again, and an interrupted one continues. If one blob cannot be
 * copied, those before it stay copied.
 *
 * @throws LamellaError `BLOB_DAMAGED` for a content that is not whole, `OPTION_INVALID` for something else than a store of blobs
 * @example
 * await copyBlobs((await sqlite('./agent.db')).blobs, (await postgres(pool)).blobs, scope)
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  scope: Scope,
  options: CopyBlobsOptions = {},
): Promise<CopyBlobsResult> {
  ownerOf(scope)
  capable('copyBlobs', 'from', from, 'sessions')
  capable('copyBlobs', 'to', to, 'put')
  const { sessions } = checkOptions('copyBlobs', options, { sessions: mustBeTexts })
  const copied: SessionBlob[] = []
  const present: SessionBlob[] = []
  for await (const session of sessions ? givenSessions(sessions) : sessionsWithBlobs(from, scope)) {
    for await (const { id, size, mediaType, name, at } of blobsOf(from, scope, session)) {
      const isThere = (await to.info(scope, session, id)) !== undefined
      if (!isThere) {
        const content = await from.read(scope, session, id)
        // Deleted since it was listed.
        if (content === undefined) continue
        if ((await blobId(content)) !== id) throw blobDamaged(session, id)
        const known = { mediaType, ...(name !== undefined && { name }), ...(at !== undefined && { at: new Date(at) }) }
        await to.put(scope, session, content, known)
      }
      ;(isThere ? present : copied).push({ session, id, size })
    }
  }
  return { copied, present }
}
