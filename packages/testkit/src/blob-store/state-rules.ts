import { type BlobStore, blobId } from '@lamella/store'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { spoil } from '../stores/spoil.ts'
import { mustStay } from '../stores/unchanged.ts'
import type { BlobRule } from './options.ts'
import { bytesOf, textOf } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-05-12T08:00:00.000Z')

/** Bytes whose `slice` is a view of the same memory, as that of Node's `Buffer`. */
class SlicedInPlace extends Uint8Array<ArrayBuffer> {
  override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(start, end)
  }
}

async function everything(store: BlobStore): Promise<readonly unknown[]> {
  const { sessions } = await store.sessions(scope)
  const lists = await Promise.all(sessions.map((session) => store.list(scope, session)))
  const contents = await Promise.all(
    lists.flatMap(({ blobs }, index) => blobs.map(({ id }) => store.read(scope, sessions[index] as string, id))),
  )
  return [[...sessions], lists, contents]
}

/** Rules for what happens to stored data, arguments and results. */
export const blobStateRules: readonly BlobRule[] = [
  {
    code: 'BLOB_PURE',
    name: 'does not mutate its arguments',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: async (store, { fail }) => {
      const content = bytesOf('content')
      // Only frozen values reveal a change that is undone.
      const own = deepFreeze({ ...scope })
      const { id } = await store.put(own, 's', content, Object.freeze({ name: 'a', at: new Date(at) }))
      await store.read(own, 's', id, deepFreeze({ start: 1, end: 3 }))
      await store.list(own, 's', deepFreeze({ limit: 2 }))
      await store.sessions(own, deepFreeze({ limit: 2 }))
      await store.fork(own, 's', 'fork')
      await store.delete(own, 's', id, Object.freeze({ before: new Date(at.getTime() + 1) }))
      if (textOf(content) !== 'content') fail('the content as it was', show(textOf(content)))
    },
  },
  {
    code: 'BLOB_COPIES',
    name: 'keeps contents unchanged when callers change what they put or what they read',
    contract: ['BlobStore', 'the same content has the same id everywhere'],
    check: async (store, { fail }) => {
      for (const content of [bytesOf('before'), SlicedInPlace.from(bytesOf('BEFORE'))]) {
        const wanted = textOf(content)
        const id = await blobId(bytesOf(wanted ?? ''))
        const put = store.put(scope, 's', content)
        // Immediately, while the store may still be writing.
        content.fill(0)
        const info = await put
        if (info.id !== id) fail(id, info.id)
        const seen = textOf(await store.read(scope, 's', id))
        if (seen !== wanted) fail(show(wanted), show(seen))
        spoil(info)
        ;(await store.read(scope, 's', id))?.fill(0)
        ;(await store.read(scope, 's', id, { end: 2 }))?.fill(0)
        const again = textOf(await store.read(scope, 's', id))
        if (again !== wanted) fail(`${show(wanted)} after the caller changed what it had read`, show(again))
      }
      const read = (): Promise<readonly unknown[]> => everything(store)
      await mustStay({ fail }, read, async () => spoil((await read()).slice(0, 2)))
    },
  },
  {
    code: 'BLOB_PARALLEL',
    name: 'loses nothing when several callers put, fork and delete at once',
    contract: ['BlobStore.put', "Keeps a content for a session, as durably as the store's settings promise."],
    check: async (store, { fail }) => {
      for (let round = 0; round < 3; round++) {
        await store.put(scope, 'trunk', bytesOf('shared'))
        const puts = Array.from({ length: 6 }, (_, n) =>
          store.put(scope, `s${n % 3}`, bytesOf(`text ${n % 4}`), { at }),
        )
        const shared = Array.from({ length: 3 }, (_, n) => store.put(scope, `s${n}`, bytesOf('shared'), { at }))
        await Promise.all([...puts, ...shared, store.fork(scope, 'trunk', 's0'), store.delete(scope, 'trunk')])
        for (const [session, texts] of [
          ['s0', ['shared', 'text 0', 'text 3']],
          ['s1', ['shared', 'text 0', 'text 1']],
          ['s2', ['shared', 'text 1', 'text 2']],
        ] as const) {
          const { blobs } = await store.list(scope, session)
          const seen = await Promise.all(blobs.map(async ({ id }) => textOf(await store.read(scope, session, id))))
          if (!same(seen.toSorted(), texts)) fail(`${show(texts)} in ${session}`, show(seen))
          await store.delete(scope, session)
        }
      }
    },
  },
  {
    code: 'BLOB_REOPEN',
    name: 'keeps everything across a reopen',
    contract: ['BlobStore', 'Keeps large contents outside of messages: results of tools, files, images.'],
    check: async (store, { fail, skip, options: { reopen } }) => {
      if (!reopen) return skip('the option reopen is not set')
      await store.put(scope, 's', bytesOf('one'), { at, name: 'Größe', mediaType: 'text/plain' })
      await store.put(scope, 's', new Uint8Array())
      await store.put(scope, 's', new Uint8Array(300_000).fill(7))
      await store.fork(scope, 's', 'x'.repeat(512))
      const gone = await store.put(scope, 's', bytesOf('gone'))
      await store.delete(scope, 's', gone.id)
      const before = canonical(await everything(store))
      await store.close?.()
      const again = await reopen(store)
      try {
        const after = canonical(await everything(again))
        if (after !== before) fail(before.slice(0, 500), after.slice(0, 500))
        await again.put(scope, 's', bytesOf('more'))
        const { blobs } = await again.list(scope, 's')
        if (blobs.length !== 4) fail('4 blobs', show(blobs.length))
      } finally {
        await again.close?.()
      }
    },
  },
]
