import { type BlobStore, blobId } from '@lamella/store'
import { type Shelf, shelfOf } from '../stores/shelf.ts'

/** Encodes a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Decodes a content. */
export const textOf = (content: Uint8Array | undefined): string | undefined =>
  content === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)

/** A blob store as a shelf: each id holds a session, whose blobs are the texts, in the order of their times. */
export const blobShelf: Shelf<BlobStore> = shelfOf<BlobStore>({
  thing: 'blobs',
  grows: true,
  prefix: 'BLOB',
  lines: {
    refused: [
      'BlobStore',
      'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id of a session or blob that is not valid.',
    ],
    apart: ['BlobStore', 'Whoever knows an id reads it only in a session that has it.'],
    lists: [
      'BlobStore.sessions',
      'Lists the sessions of exactly this scope that have blobs, whether or not they exist, in code unit order.',
    ],
    limit: ['SearchRequest.limit', 'The most entries to return, 1 or more'],
    deletes: ['BlobStore.delete', 'Takes one blob, or all, from a session, and returns their number.'],
    erases: [
      'BlobStore.erase',
      'Removes the blobs of a scope and of narrower scopes, and returns the number of sessions that had some.',
    ],
    keeps: ['BlobStore.put', "Keeps a content for a session, as durably as the store's settings promise."],
    closes: ['BlobStore.close', 'Closes open resources. Safe to call twice.'],
  },
  put: async (store, scope, id, { text }) => {
    const { blobs } = await store.list(scope, id)
    return store.put(scope, id, bytesOf(text), { at: new Date(blobs.length) })
  },
  texts: async (store, scope, id) => {
    const { blobs } = await store.list(scope, id)
    const inOrder = blobs.toSorted((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
    const texts = await Promise.all(inOrder.map(async (blob) => textOf(await store.read(scope, id, blob.id))))
    return texts.map((text) => text ?? 'a blob that is listed and cannot be read')
  },
  list: async (store, scope, request) => {
    const { sessions, more } = await store.sessions(scope, request)
    return { ids: sessions, more }
  },
  delete: async (store, scope, id) => (await store.delete(scope, id)) > 0,
  calls: (store) => {
    const blob = blobId(new Uint8Array())
    return [
      ['put', (scope, id) => store.put(scope, id, new Uint8Array())],
      ['info', async (scope, id) => store.info(scope, id, await blob)],
      ['read', async (scope, id) => store.read(scope, id, await blob)],
      ['list', (scope, id) => store.list(scope, id)],
      ['fork', (scope, id) => store.fork(scope, id, 'fork')],
      ['fork into', (scope, id) => store.fork(scope, 'trunk', id)],
      ['delete', (scope, id) => store.delete(scope, id)],
      ['delete of one', async (scope, id) => store.delete(scope, id, await blob)],
    ]
  },
  scopeCalls: (store) => [
    ['sessions', (scope) => store.sessions(scope)],
    ['erase', (scope) => store.erase?.(scope)],
  ],
})
