import type { Scope } from '@lamella/core'
import { checkId } from '../check/check.ts'
import { blobId, checkBlobDelete, checkBlobId, checkBlobOptions, checkByteRange } from '../check/check-blob.ts'
import { checkList } from '../check/check-request.ts'
import type { BlobInfo, BlobStore } from '../contract/blob-store.ts'
import { createOwners, idsAfter } from './owners.ts'

/** A kept blob. Forks share its content. */
interface Blob {
  readonly info: BlobInfo
  readonly content: Uint8Array
}

/** The blobs of one session, by id. */
type SessionBlobs = ReadonlyMap<string, Blob>

const none: SessionBlobs = new Map()

/**
 * Creates a blob store that lives as long as the program.
 *
 * @example
 * const blobs = createBlobStore()
 * const scope = { tenant: 'acme', user: 'ada' }
 * const { id } = await blobs.put(scope, 'telegram_4711', new TextEncoder().encode('a long text'))
 * const beginning = await blobs.read(scope, 'telegram_4711', id, { end: 6 })
 */
export function createBlobStore(): BlobStore & Required<Pick<BlobStore, 'erase'>> {
  const owners = createOwners<SessionBlobs>()
  const of = (scope: Scope, session: string): SessionBlobs => owners.of(scope).get(checkId('session', session)) ?? none
  const find = (scope: Scope, session: string, id: string): Blob | undefined => of(scope, session).get(checkBlobId(id))
  return {
    spec: 1,
    async put(scope, session, content, options) {
      of(scope, session)
      const { at, name, mediaType } = checkBlobOptions(content, options)
      // Copied before anything is awaited, since the caller may change it meanwhile. `slice` of a Buffer copies nothing.
      const copy = new Uint8Array(content)
      const id = await blobId(copy)
      const before = find(scope, session, id)
      const info = before?.info ?? { id, size: copy.length, mediaType, ...(name !== undefined && { name }) }
      const kept = { info: at === undefined ? info : { ...info, at }, content: before?.content ?? copy }
      owners.set(scope, session, new Map(of(scope, session)).set(id, kept))
      return { ...kept.info }
    },
    async info(scope, session, id) {
      const info = find(scope, session, id)?.info
      return info && { ...info }
    },
    async read(scope, session, id, range) {
      const content = find(scope, session, id)?.content
      const { start, end } = checkByteRange(range, content?.length)
      return content?.slice(start, end)
    },
    async list(scope, session, request) {
      const { after, limit } = checkList(request)
      const kept = of(scope, session)
      const ids = idsAfter(kept.keys(), after)
      const blobs = ids.slice(0, limit).map((id) => ({ ...(kept.get(id) as Blob).info }))
      const bytes = [...kept.values()].reduce((sum, { info }) => sum + info.size, 0)
      return { blobs, bytes, more: ids.length > blobs.length }
    },
    async sessions(scope, request) {
      const { after, limit } = checkList(request)
      const ids = idsAfter(owners.of(scope).keys(), after)
      return { sessions: ids.slice(0, limit), more: ids.length > limit }
    },
    async fork(scope, session, into) {
      const kept = of(scope, session)
      const there = of(scope, into)
      if (kept.size > 0) owners.set(scope, into, new Map([...kept, ...there]))
      return kept.size
    },
    async delete(scope, session, id, options) {
      const kept = of(scope, session)
      const before = checkBlobDelete(options)
      const ids = id === undefined ? [...kept.keys()] : [checkBlobId(id)]
      const left = new Map(kept)
      for (const one of ids) if (isBefore(kept.get(one)?.info.at, before)) left.delete(one)
      if (left.size > 0) owners.set(scope, session, left)
      else owners.delete(scope, session)
      return kept.size - left.size
    },
    erase: async (scope) => owners.erase(scope),
    close: async () => {},
  }
}

/** Instants in milliseconds, as numbers: texts of years after 9999 sort before others. */
function isBefore(at: string | undefined, before: string | undefined): boolean {
  return before === undefined || (at !== undefined && Date.parse(at) < Date.parse(before))
}
