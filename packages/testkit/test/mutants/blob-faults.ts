import type { BlobInfo, BlobList, BlobOptions, BlobStore, ByteRange } from '@lamella/store'
import { createBlobStore } from '@lamella/store/memory'
import type { Mutant } from './mutant.ts'

type Faulty = (base: BlobStore) => Partial<Record<keyof BlobStore, unknown>>

/** Creates a mutant from methods that replace those of a correct store. */
export const blobMutant = (code: string, name: string, fault: Faulty): Mutant<BlobStore> => ({
  code: `BLOB_${code}`,
  name,
  make: () => {
    const base = createBlobStore()
    return { ...base, ...fault(base) } as BlobStore
  },
})

const changedList =
  (change: (list: BlobList) => BlobList): Faulty =>
  (base) => ({ list: async (...given: Parameters<BlobStore['list']>) => change(await base.list(...given)) })
const changedPut =
  (
    change: (content: Uint8Array, options: BlobOptions | undefined) => readonly [Uint8Array, BlobOptions | undefined],
  ): Faulty =>
  (base) => ({
    put: async (scope: never, session: string, content: Uint8Array, options?: BlobOptions) =>
      base.put(scope, session, ...change(content, options)),
  })
const changedRange =
  (change: (range: ByteRange | undefined) => ByteRange | undefined): Faulty =>
  (base) => ({
    read: async (scope: never, session: string, id: string, range?: ByteRange) =>
      base.read(scope, session, id, change(range)),
  })
export const isBytes = (content: unknown): content is Uint8Array => content instanceof Uint8Array

/** Faults that only blob stores can have. */
export const blobFaults: readonly Mutant<BlobStore>[] = [
  blobMutant(
    'PUT',
    'drops zeros at the end of a content',
    changedPut((content, options) => {
      if (!isBytes(content) || content.length > 100) return [content, options]
      const end = content.findLastIndex((byte) => byte !== 0) + 1
      return [content.slice(0, end), options]
    }),
  ),
  blobMutant(
    'PUT',
    'keeps what is behind a view',
    changedPut((content, options) => [
      isBytes(content) && content.length < 10 && content.byteOffset === 1 ? new Uint8Array(content.buffer) : content,
      options,
    ]),
  ),
  blobMutant(
    'PUT',
    'forgets a time before 1970',
    changedPut((content, options) => [
      content,
      options?.at && options.at.getTime() < 0 ? { ...options, at: new Date(0) } : (options ?? {}),
    ]),
  ),
  blobMutant('AGAIN', 'keeps the first time', (base) => ({
    put: async (...given: Parameters<BlobStore['put']>) => {
      const [scope, session, passed, options] = given
      const content = isBytes(passed) ? new Uint8Array(passed) : passed
      const { blobs } = isBytes(content) ? await base.list(scope, session) : { blobs: [] }
      const isShort = isBytes(content) && content.length === 4 && options?.name === 'second'
      return base.put(scope, session, content, isShort && blobs.length > 0 ? {} : options)
    },
  })),
  blobMutant('AGAIN', 'takes the name of the last put', (base) => {
    const names = new Map<string, string>()
    const named = (info: BlobInfo): BlobInfo => ({
      ...info,
      ...(names.has(info.id) && { name: names.get(info.id) ?? '' }),
    })
    return {
      put: async (...given: Parameters<BlobStore['put']>) => {
        const info = await base.put(...given)
        if (given[3]?.name === 'second') names.set(info.id, 'second')
        return named(info)
      },
    }
  }),
  blobMutant(
    'RANGE',
    'includes the end',
    changedRange((range) =>
      Number.isSafeInteger(range?.end) && (range?.end ?? 0) > (range?.start ?? 0) && (range?.end ?? 0) < 2_500_000
        ? { ...range, end: (range?.end ?? 0) + 1 }
        : range,
    ),
  ),
  blobMutant(
    'RANGE',
    'reads a range over the edge of a part only to that edge',
    changedRange((range) => {
      const { start = 0, end = 0 } = range ?? {}
      const edge = (Math.floor(start / 65_536) + 1) * 65_536
      return Number.isSafeInteger(start) && start > 0 && end < 2_500_000 && end > edge ? { start, end: edge } : range
    }),
  ),
  blobMutant(
    'REFUSED',
    'takes a list of numbers as content',
    changedPut((content, options) => [Array.isArray(content) ? new Uint8Array(content) : content, options]),
  ),
  blobMutant('REFUSED', 'finds an id in capital letters', (base) => ({
    info: async (scope: never, session: string, id: unknown) =>
      base.info(scope, session, typeof id === 'string' ? id.toLowerCase() : (id as string)),
  })),
  blobMutant(
    'REFUSED',
    'reads from 0 for a negative start',
    changedRange((range) => (range?.start === -1 ? { ...range, start: 0 } : range)),
  ),
  blobMutant('SESSIONS_APART', 'reads a blob of another session by its id', (base) => ({
    read: async (...given: Parameters<BlobStore['read']>) => {
      const own = await base.read(...given)
      const [scope, session, id, range] = given
      if (own || session !== 'b') return own
      return base.read(scope, 'a', id, range)
    },
  })),
  blobMutant(
    'PAGES',
    'counts only the bytes of a page',
    changedList((list) => ({
      ...list,
      bytes: list.blobs.reduce((sum, { size }) => sum + size, 0),
    })),
  ),
  blobMutant(
    'PAGES',
    'lists the newest first',
    changedList((list) => ({
      ...list,
      blobs: list.blobs.length === 7 && list.blobs[0]?.size === 8 ? [...list.blobs].reverse() : list.blobs,
    })),
  ),
  blobMutant('FORK', 'forgets the names in a fork', (base) => ({
    fork: async (...given: Parameters<BlobStore['fork']>) => {
      const [scope, session, into] = given
      const there = new Set((await base.list(scope, into)).blobs.map(({ id }) => id))
      const count = await base.fork(...given)
      for (const { id, name, at } of (await base.list(scope, into)).blobs) {
        if (there.has(id) || name === undefined) continue
        const content = (await base.read(scope, into, id)) as Uint8Array
        await base.delete(scope, into, id)
        await base.put(scope, into, content, at === undefined ? {} : { at: new Date(at) })
      }
      return session === 'none' ? 0 : count
    },
  })),
  blobMutant('FORK', 'replaces a blob that the other session has', (base) => ({
    fork: async (...given: Parameters<BlobStore['fork']>) => {
      const [scope, session, into] = given
      if (session !== into) {
        for (const { id } of (await base.list(scope, session)).blobs) await base.delete(scope, into, id)
      }
      return base.fork(...given)
    },
  })),
  blobMutant('SHARED', 'removes a content with the first session that loses it', (base) => ({
    delete: async (...given: Parameters<BlobStore['delete']>) => {
      const [scope, session, id] = given
      const { blobs } = id === undefined ? await base.list(scope, session) : { blobs: [] }
      const count = await base.delete(...given)
      if (session === 'a') for (const blob of blobs) if (blob.size === 6) await base.delete(scope, 'b', blob.id)
      return count
    },
  })),
  blobMutant('DELETE_ONE', 'deletes whatever the time is', (base) => ({
    delete: async (...[scope, session, id, options]: Parameters<BlobStore['delete']>) =>
      base.delete(scope, session, id, options?.before instanceof Date ? {} : options),
  })),
  blobMutant('DELETE_ONE', 'takes a blob without a time as an old one', (base) => ({
    delete: async (...given: Parameters<BlobStore['delete']>) => {
      const [scope, session, id, options] = given
      const info =
        id?.length === 31 && options?.before instanceof Date ? await base.info(scope, session, id) : undefined
      return base.delete(scope, session, id, info && info.at === undefined ? {} : options)
    },
  })),
]
