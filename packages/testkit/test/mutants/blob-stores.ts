import type { BlobStore } from '@lamella/store'
import { createBlobStore } from '@lamella/store/memory'
import { blobFaults } from './blob-faults.ts'
import { blobStateFaults } from './blob-state-faults.ts'
import type { Mutant } from './mutant.ts'
import { at, type Base, type Method, type StoreKind } from './store-faults.ts'
import { storeMutants } from './stores.ts'

/**
 * A blob store whose `list` lists sessions, as `{ id }`, and whose `blobs` lists the blobs of one: the form that faults
 * of all stores expect.
 */
function makeShelf(): Readonly<Record<string, unknown>> {
  const store = createBlobStore()
  return {
    ...store,
    sessions: undefined,
    blobs: store.list,
    deleteBlob: store.delete,
    list: async (...given: Parameters<BlobStore['sessions']>) => {
      const { sessions, more } = await store.sessions(...given)
      return { items: sessions.map((id) => ({ id })), more }
    },
  }
}

/** The inverse of `makeShelf`. */
function asBlobStore(shelf: Readonly<Record<string, unknown>>): BlobStore {
  const { list, blobs, deleteBlob, delete: remove, ...others } = shelf as Readonly<Record<string, Method>>
  return {
    ...others,
    list: blobs,
    delete: async (...given: readonly unknown[]) => Number(await (given.length > 2 ? deleteBlob : remove)?.(...given)),
    sessions: async (...given: readonly unknown[]) => {
      const { items, more } = (await (list as Method)(...given)) as {
        readonly items: readonly { readonly id: string }[]
        readonly more: boolean
      }
      return { sessions: items.map(({ id }) => id), more }
    },
  } as unknown as BlobStore
}

const kind: StoreKind<Readonly<Record<string, unknown>>> = {
  prefix: 'BLOB',
  make: makeShelf,
  items: 'items',
  ids: { info: [1], read: [1], blobs: [1], delete: [1], deleteBlob: [1], fork: [1, 2] },
  put: 'put',
  foundId: 'id',
  withId: (given, change) => at(given, 1, change),
  withText: (given, change) =>
    at(given, 2, (content) => {
      const text = plainText(content)
      return text === undefined ? content : new TextEncoder().encode(change(text))
    }),
  erasedToo: async (_: Base) => {},
}

/** The text of a content; `undefined` if it is not text. */
function plainText(content: unknown): string | undefined {
  if (!(content instanceof Uint8Array)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Searches need a method that blob stores do not have. */
const isFitting = ({ code, name }: Mutant<unknown>): boolean => !code.includes('SEARCH') && !name.includes('searches')

export const blobStoreMutants: readonly Mutant<BlobStore>[] = [
  ...blobFaults,
  ...blobStateFaults,
  ...storeMutants(kind)
    .filter(isFitting)
    .map((mutant) => ({ ...mutant, make: () => asBlobStore(mutant.make()) })),
]
