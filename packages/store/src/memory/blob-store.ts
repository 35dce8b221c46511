import type { Owner } from '../check/check.ts'
import { checkedBlobs } from '../checked/checked-blobs.ts'
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
  const of = (owner: Owner, session: string): SessionBlobs => owners.of(owner).get(session) ?? none
  return checkedBlobs({
    put(owner, session, { at, ...added }, content) {
      const kept = of(owner, session)
      const before = kept.get(added.id)
      const info = before?.info ?? added
      const blob = { info: at === undefined ? info : { ...info, at }, content: before?.content ?? content }
      owners.set(owner, session, new Map(kept).set(added.id, blob))
      return { ...blob.info }
    },
    info(owner, session, id) {
      const info = of(owner, session).get(id)?.info
      return info && { ...info }
    },
    read: (owner, session, id, { start, end }) => of(owner, session).get(id)?.content.slice(start, end),
    list(owner, session, { after, limit }) {
      const kept = of(owner, session)
      const ids = idsAfter(kept.keys(), after)
      const blobs = ids.slice(0, limit).map((id) => ({ ...(kept.get(id) as Blob).info }))
      const bytes = [...kept.values()].reduce((sum, { info }) => sum + info.size, 0)
      return { blobs, bytes, more: ids.length > blobs.length }
    },
    sessions(owner, { after, limit }) {
      const ids = idsAfter(owners.of(owner).keys(), after)
      return { sessions: ids.slice(0, limit), more: ids.length > limit }
    },
    fork(owner, session, into) {
      const kept = of(owner, session)
      if (kept.size > 0) owners.set(owner, into, new Map([...kept, ...of(owner, into)]))
      return kept.size
    },
    delete(owner, session, id, before) {
      const kept = of(owner, session)
      const left = new Map(kept)
      for (const one of id === undefined ? kept.keys() : [id]) {
        if (isBefore(kept.get(one)?.info.at, before)) left.delete(one)
      }
      if (left.size > 0) owners.set(owner, session, left)
      else owners.delete(owner, session)
      return kept.size - left.size
    },
    erase: owners.erase,
    close: async () => {},
  })
}

/** Instants in milliseconds, as numbers: texts of years after 9999 sort before others. */
function isBefore(at: string | undefined, before: string | undefined): boolean {
  return before === undefined || (at !== undefined && Date.parse(at) < Date.parse(before))
}
