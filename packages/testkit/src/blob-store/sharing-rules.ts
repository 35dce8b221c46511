import type { BlobStore } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import type { BlobRule } from './options.ts'
import { bytesOf, textOf } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n))

const textsOf = async (store: BlobStore, session: string): Promise<readonly (string | undefined)[]> => {
  const { blobs } = await store.list(scope, session)
  const texts = await Promise.all(blobs.map(async ({ id }) => textOf(await store.read(scope, session, id))))
  return texts.toSorted()
}

/** Rules for blobs of several sessions. */
export const sharingRules: readonly BlobRule[] = [
  {
    code: 'BLOB_SESSIONS_APART',
    name: 'reads a blob only in a session that has it, though another session of the scope has it too',
    contract: ['BlobStore', 'Whoever knows an id reads it only in a session that has it.'],
    check: async (store, bench) => {
      const { id } = await store.put(scope, 'a', bytesOf('secret'))
      await store.put(scope, 'b', bytesOf('other'))
      const seen = [
        await store.info(scope, 'b', id),
        await store.read(scope, 'b', id),
        await store.delete(scope, 'b', id),
        await store.read(scope, 'none', id, { end: 2 }),
        await store.list(scope, 'none'),
      ]
      mustEqual(bench, seen, [undefined, undefined, 0, undefined, { blobs: [], bytes: 0, more: false }])
      mustEqual(bench, textOf(await store.read(scope, 'a', id)), 'secret', 'the content in its own session')
    },
  },
  {
    code: 'BLOB_PAGES',
    name: 'lists the blobs of a session by id, page by page, with the bytes of all of them',
    contract: ['BlobList.bytes', 'Bytes of all blobs of the session, also of those that are not in this list.'],
    check: async (store, bench) => {
      const infos = []
      for (let n = 0; n < 7; n++) infos.push(await store.put(scope, 's', bytesOf(`number ${n}`), { at: day(n + 1) }))
      await store.put(scope, 't', bytesOf('another session'))
      const sorted = infos.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      for (const limit of [1, 3, 7, 8, Number.POSITIVE_INFINITY]) {
        for (const after of [undefined, ...sorted.map(({ id }) => id), 'blob:', 'zzz']) {
          const later = after === undefined ? sorted : sorted.filter(({ id }) => id > after)
          const wanted = { blobs: later.slice(0, limit), bytes: 56, more: later.length > limit }
          const seen = await store.list(scope, 's', after === undefined ? { limit } : { after, limit })
          mustEqual(bench, seen, wanted, `${show(wanted)} after ${after}`)
        }
      }
    },
  },
  {
    code: 'BLOB_FORK',
    name: 'gives a fork all blobs, which stay when either session loses them',
    contract: [
      'BlobStore.fork',
      'Gives all blobs of a session to another one too, with their times, and returns their number.',
    ],
    check: async (store, bench) => {
      const one = await store.put(scope, 'trunk', bytesOf('one'), {
        at: day(1),
        name: 'first',
        mediaType: 'text/plain',
      })
      const two = await store.put(scope, 'trunk', bytesOf('two'))
      await store.put(scope, 'fork', bytesOf('two'), { at: day(2), name: 'own' })
      const counts = [await store.fork(scope, 'trunk', 'fork'), await store.fork(scope, 'trunk', 'fork')]
      mustEqual(bench, counts, [2, 2], '2 blobs, each time')
      const infos = [await store.info(scope, 'fork', one.id), await store.info(scope, 'fork', two.id)]
      mustEqual(bench, infos, [one, { ...two, name: 'own', at: day(2).toISOString() }])
      await store.fork(scope, 'fork', 'third')
      await store.delete(scope, 'trunk')
      await store.delete(scope, 'third', one.id)
      await store.put(scope, 'fork', bytesOf('more'))
      const texts = [await textsOf(store, 'trunk'), await textsOf(store, 'fork'), await textsOf(store, 'third')]
      mustEqual(bench, texts, [[], ['more', 'one', 'two'], ['two']])
      const nothing = await store.fork(scope, 'none', 'from none')
      const itself = await store.fork(scope, 'third', 'third')
      const { sessions } = await store.sessions(scope)
      const end = [nothing, itself, sessions, await textsOf(store, 'third')]
      mustEqual(bench, end, [0, 1, ['fork', 'third'], ['two']], 'nothing from nothing, itself unchanged')
    },
  },
  {
    code: 'BLOB_SHARED',
    name: 'keeps a content that two sessions have put until both have lost it',
    contract: ['BlobStore.delete', 'A content is removed with the last session that has it.'],
    check: async (store, bench) => {
      const other = { tenant: 'other' }
      const { id } = await store.put(scope, 'a', bytesOf('shared'))
      await store.put(scope, 'b', bytesOf('shared'))
      await store.put(other, 'a', bytesOf('shared'))
      for (const [session, left] of [
        ['a', 'shared'],
        ['b', undefined],
      ] as const) {
        mustEqual(bench, await store.delete(scope, session), 1, '1 deleted')
        const seen = textOf(await store.read(scope, 'b', id))
        if (seen !== left) bench.fail(show(left), show(seen))
      }
      mustEqual(bench, textOf(await store.read(other, 'a', id)), 'shared', 'the content of another tenant')
      const anew = await store.put(scope, 'a', bytesOf('shared'), { name: 'anew' })
      const back = [anew.name, textOf(await store.read(scope, 'a', id))]
      mustEqual(bench, back, ['anew', 'shared'], 'a content that is put anew')
    },
  },
  {
    code: 'BLOB_DELETE_ONE',
    name: 'deletes one blob or all, only older ones on request, and returns their number',
    contract: [
      'BlobDeleteOptions.before',
      'Only blobs whose time is before this are deleted; a blob without a time stays.',
    ],
    check: async (store, bench) => {
      const put = async (text: string, at?: Date): Promise<string> =>
        (await store.put(scope, 's', bytesOf(text), at && { at })).id
      const ids = [await put('one', day(1)), await put('two', day(2)), await put('three', day(3)), await put('undated')]
      const [one = '', , three = '', undated = ''] = ids
      const counts = [
        await store.delete(scope, 's', three, { before: day(3) }),
        await store.delete(scope, 's', undated, { before: day(9) }),
        await store.delete(scope, 's', one, { before: day(2) }),
        await store.delete(scope, 's', one),
        await store.delete(scope, 's', undefined, { before: day(3) }),
      ]
      mustEqual(bench, counts, [0, 0, 1, 0, 1], '0, 0, 1, 0 and 1 deleted')
      mustEqual(bench, await textsOf(store, 's'), ['three', 'undated'], 'the later one and the one without a time')
      await put('three', day(9))
      const again = await store.delete(scope, 's', undefined, { before: day(4) })
      if (again !== 0) bench.fail('a blob that was put again to stay', show(again))
      const all = [await store.delete(scope, 's', undated, {}), await store.delete(scope, 's')]
      mustEqual(bench, all, [1, 1], '1 and 1 deleted')
    },
  },
]
