import type { Scope } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeObject, mustBeTexts, mustHaveMethod } from '@lamella/core/plugin'
import { ownerOf } from '../check/check.ts'
import { blobIdsIn } from '../check/check-blob.ts'
import type { BlobInfo, BlobStore } from '../contract/blob-store.ts'
import type { SessionStore } from '../contract/session-store.ts'
import type { SessionBlob } from './copy-blobs.ts'
import { blobsOf, givenSessions, sessionsWithBlobs } from './list-blobs.ts'

/** What to sweep. */
export interface SweepBlobsOptions {
  readonly sessions: SessionStore
  readonly blobs: BlobStore
  /** The blobs of exactly this scope are swept. */
  readonly scope: Scope
  /**
   * Only blobs whose time is before this are removed. Choose an instant far enough back that every message of a blob
   * put before it has been appended, such as an hour ago.
   */
  readonly before: Date
  /**
   * Whether blobs without a time are removed too. Nothing then protects one whose message is being appended, so no other
   * program may write. Default: they count as new, and stay.
   */
  readonly undated?: boolean
  /** The ids of the only sessions to sweep. Default: all of the scope that have blobs. */
  readonly only?: readonly string[]
}

/** The result of a sweep. */
export interface SweptBlobs {
  /** In order of sessions and ids. */
  readonly removed: readonly SessionBlob[]
  /** Bytes of the removed blobs. Stores that share contents have freed fewer. */
  readonly bytes: number
  /** Sessions that were left alone, since some of their messages cannot be read. */
  readonly skipped: readonly string[]
}

/** How many messages to read at once. */
const step = 100
/** How many blobs to delete at once: stores that rewrite a file to remove bytes do so once for all of them. */
const together = 16

/**
 * Removes blobs that nothing in their session names: no message, compaction or kept run, by `blob:…` anywhere in its
 * JSON. So it finds what a program left that ended between storing a blob and appending its message, and the blobs of
 * sessions that were deleted without them, or never made. Can run while others write, and again after an interruption.
 *
 * A blob that is put again with a time of `before` or later, even during the sweep, stays.
 *
 * @throws LamellaError `OPTION_INVALID`, `SCOPE_INVALID`
 * @example
 * const { removed } = await sweepBlobs({ sessions, blobs, scope, before: new Date(Date.now() - 3_600_000) })
 */
export async function sweepBlobs(options: SweepBlobsOptions): Promise<SweptBlobs> {
  const required = ['sessions', 'blobs', 'scope', 'before'] as const
  const { sessions, blobs, scope, before, undated, only } = checkOptions('sweepBlobs', options, checks, required)
  ownerOf(scope)
  const limit = before.getTime()
  const mayGo = ({ at }: BlobInfo): boolean => (at === undefined ? undated === true : Date.parse(at) < limit)
  const removed: SessionBlob[] = []
  const skipped: string[] = []
  for await (const session of only ? givenSessions(only) : sessionsWithBlobs(blobs, scope)) {
    // Listed before the messages are read: what is put later is not looked at.
    const old: BlobInfo[] = []
    for await (const blob of blobsOf(blobs, scope, session)) if (mayGo(blob)) old.push(blob)
    if (old.length === 0) continue
    const named = await namedIn(sessions, scope, session)
    if (named === undefined) skipped.push(session)
    const orphans = named ? old.filter(({ id }) => !named.has(id)) : []
    for (let at = 0; at < orphans.length; at += together) {
      const some = orphans.slice(at, at + together)
      const counts = await Promise.all(
        some.map((blob) => blobs.delete(scope, session, blob.id, blob.at === undefined ? {} : { before })),
      )
      for (const [index, { id, size }] of some.entries()) if (counts[index]) removed.push({ session, id, size })
    }
  }
  return { removed, bytes: removed.reduce((sum, { size }) => sum + size, 0), skipped }
}

const checks = {
  sessions: mustHaveMethod('read'),
  blobs: mustHaveMethod('put'),
  scope: mustBeObject,
  before: (value: unknown) =>
    value instanceof Date && !Number.isNaN(value.getTime()) ? undefined : 'must be a valid Date',
  undated: mustBeBoolean,
  only: mustBeTexts,
}

/** Returns the blobs that a session names; `undefined` if some of its messages cannot be read. */
async function namedIn(store: SessionStore, scope: Scope, session: string): Promise<ReadonlySet<string> | undefined> {
  const named = new Set<string>()
  const look = (value: unknown): void => {
    for (const id of blobIdsIn(value)) named.add(id)
  }
  const length = (await store.info(scope, session))?.length ?? 0
  for (let start = 0; start < length; start += step) {
    const end = Math.min(start + step, length)
    const messages = await store.read(scope, session, start, end)
    if (messages.length < end - start) return undefined
    look(messages)
  }
  look((await store.compactions?.list(scope, session)) ?? [])
  look((await store.runs?.read(scope, session))?.run ?? {})
  return named
}
