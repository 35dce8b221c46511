import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import { checkId, type Owner, ownerOf } from '../check/check.ts'
import { blobId, checkBlobDelete, checkBlobId, checkBlobOptions, checkByteRange } from '../check/check-blob.ts'
import { checkList } from '../check/check-request.ts'
import type { BlobInfo, BlobList, BlobSessions, BlobStore, ByteRange } from '../contract/blob-store.ts'
import { type Awaitable, type Checked, type ListPage, placeOf } from './values.ts'

/** The methods of `BlobStore`, called with valid values only. */
export interface RawBlobs {
  /** Keeps a content that nobody else holds. If the session has it, only its time changes, if `info` has one. */
  put(owner: Owner, session: string, info: BlobInfo, content: Uint8Array): Awaitable<BlobInfo>
  info(owner: Owner, session: string, id: string): Awaitable<BlobInfo | undefined>
  /** @param range The start is at most the end; both can be past the content. */
  read(owner: Owner, session: string, id: string, range: Required<ByteRange>): Awaitable<Uint8Array | undefined>
  list(owner: Owner, session: string, page: ListPage): Awaitable<BlobList>
  sessions(owner: Owner, page: ListPage): Awaitable<BlobSessions>
  fork(owner: Owner, session: string, into: string): Awaitable<number>
  /** @param before An ISO 8601 instant. */
  delete(owner: Owner, session: string, id: string | undefined, before: string | undefined): Awaitable<number>
  erase?(owner: Owner): Awaitable<number>
  close?(): Promise<void>
}

/**
 * Creates a blob store that checks what it is given: every store refuses the same values with the same errors.
 *
 * @example
 * const blobs = checkedBlobs({ put, info, read, list, sessions, fork, delete: remove })
 */
export function checkedBlobs<Raw extends RawBlobs>(raw: Raw): Checked<BlobStore, Raw> {
  checkOptions('checkedBlobs', { raw }, { raw: mustBeObject }, ['raw'])
  const erase = raw.erase?.bind(raw)
  const close = raw.close?.bind(raw)
  const store: BlobStore = {
    spec: 1,
    put: async (scope, session, content, options) => {
      const place = placeOf(scope, 'session', session)
      const { mediaType, name, at } = checkBlobOptions(content, options)
      // Copied before anything is awaited, since the caller may change it meanwhile. `slice` of a Buffer copies nothing.
      const copy = new Uint8Array(content)
      const others = { ...(name !== undefined && { name }), ...(at !== undefined && { at }) }
      return raw.put(...place, { id: await blobId(copy), size: copy.length, mediaType, ...others }, copy)
    },
    info: async (scope, session, id) => raw.info(...placeOf(scope, 'session', session), checkBlobId(id)),
    read: async (scope, session, id, range) =>
      raw.read(...placeOf(scope, 'session', session), checkBlobId(id), checkByteRange(range)),
    list: async (scope, session, request) => raw.list(...placeOf(scope, 'session', session), checkList(request)),
    sessions: async (scope, request) => raw.sessions(ownerOf(scope), checkList(request)),
    fork: async (scope, session, into) => raw.fork(...placeOf(scope, 'session', session), checkId('into', into)),
    delete: async (scope, session, id, options) => {
      const place = placeOf(scope, 'session', session)
      return raw.delete(...place, id === undefined ? undefined : checkBlobId(id), checkBlobDelete(options))
    },
    ...(erase && { erase: async (scope) => erase(ownerOf(scope)) }),
    ...(close && { close }),
  }
  return store as Checked<BlobStore, Raw>
}
