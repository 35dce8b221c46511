import type { Scope } from '@lamella/core'
import { type BlobStore, blobId } from '@lamella/store'
import type { Call, Shelf } from '../stores/shelf.ts'
import { blobRules } from './shared-rules.ts'

/** Encodes a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Decodes a content. */
export const textOf = (content: Uint8Array | undefined): string | undefined =>
  content === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)

/** A blob store as a shelf: each id holds a session, whose blobs are the texts, in the order of their times. */
export const blobShelf: Shelf<BlobStore> = {
  thing: 'blobs',
  grows: true,
  rules: blobRules,
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
  has: (store, method) => typeof (store as unknown as Readonly<Record<string, unknown>>)[method] === 'function',
  erase: async (store, scope) => (await store.erase?.(scope)) ?? 0,
  search: async () => [],
  indexed: async () => undefined,
  close: async (store) => await store.close?.(),
  calls: (store) => {
    const blob = blobId(new Uint8Array())
    const calls: readonly Call[] = [
      ['put', (scope, id) => store.put(scope, id, new Uint8Array())],
      ['info', async (scope, id) => store.info(scope, id, await blob)],
      ['read', async (scope, id) => store.read(scope, id, await blob)],
      ['list', (scope, id) => store.list(scope, id)],
      ['fork', (scope, id) => store.fork(scope, id, 'fork')],
      ['fork into', (scope, id) => store.fork(scope, 'trunk', id)],
      ['delete', (scope, id) => store.delete(scope, id)],
      ['delete of one', async (scope, id) => store.delete(scope, id, await blob)],
    ]
    return calls
  },
  scopeCalls: (store) => {
    const calls: readonly (Call | undefined)[] = [
      ['sessions', (scope) => store.sessions(scope)],
      store.erase && ['erase', (scope: Scope) => store.erase?.(scope)],
    ]
    return calls.filter((call) => call !== undefined)
  },
}
