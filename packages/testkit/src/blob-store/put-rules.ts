import { type BlobOptions, type BlobStore, blobId } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { BlobRule } from './options.ts'
import { bytesOf } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-05-12T08:00:00.000Z')
const later = new Date('2026-05-13T08:00:00.000Z')

/** Nothing, zeros, every byte, more than a part of a store, and a view, which is what it shows. */
const samples: readonly Uint8Array[] = [
  new Uint8Array(),
  new Uint8Array([1, 0, 0]),
  new Uint8Array(256).map((_, index) => index),
  new Uint8Array(300_000).fill(255),
  new Uint8Array([1, 2, 3, 4, 5]).subarray(1, -1),
]

const options = fc.record(
  {
    mediaType: fc.constantFrom('text/plain', 'image/svg+xml', 'text/plain; charset="utf-8"'),
    name: fc.constantFrom('a.txt', '../../etc/passwd', 'Größe 日本 😀', '\u0000', '\\0', '\ufeffa', '__proto__', "'"),
    at: fc.constantFrom(at, later, new Date(0), new Date(-1), new Date(8.64e15)),
  },
  { requiredKeys: [] },
)

/** Invalid values, each with the call that must refuse it. */
function refusals(store: BlobStore, id: string): readonly (readonly [what: string, call: () => unknown])[] {
  const put = (content: unknown, given?: unknown) => (): unknown =>
    store.put(scope, 'a', content as Uint8Array, given as object)
  const noBlobs = ['', 'blob:', id.slice(5), `${id}a`, id.slice(0, -1), id.toUpperCase(), '../x', undefined, null, 7]
  return [
    ['a text as content', put('text')],
    ['a list of numbers as content', put([1, 2])],
    ['an ArrayBuffer as content', put(new ArrayBuffer(2))],
    ['nothing as content', put(undefined)],
    ['a media type without a subtype', put(bytesOf('x'), { mediaType: 'text' })],
    ['a media type with a line break', put(bytesOf('x'), { mediaType: 'text/plain\n' })],
    ['an empty name', put(bytesOf('x'), { name: '' })],
    ['a name that is too long', put(bytesOf('x'), { name: 'x'.repeat(513) })],
    ['a name with half of a surrogate pair', put(bytesOf('x'), { name: 'a\ud800' })],
    ['a time that is not a Date', put(bytesOf('x'), { at: 0 })],
    ['an invalid time', put(bytesOf('x'), { at: new Date(Number.NaN) })],
    ['a time that is not a Date for delete', () => store.delete(scope, 'kept', id, { before: 7 as never })],
    ...[{ start: -1 }, { end: -1 }, { start: 0.5 }, { end: Number.NaN }, { start: '1' }].map(
      (range) => [`the range ${show(range)}`, () => store.read(scope, 'kept', id, range as object)] as const,
    ),
    ...noBlobs.flatMap((one) => [
      [`info of the id ${show(one)}`, () => store.info(scope, 'kept', one as string)] as const,
      [`read of the id ${show(one)}`, () => store.read(scope, 'kept', one as string)] as const,
      ...(one === undefined
        ? []
        : [[`delete of the id ${show(one)}`, () => store.delete(scope, 'kept', one as string)] as const]),
    ]),
  ]
}

/** Rules for putting and reading blobs. */
export const putRules: readonly BlobRule[] = [
  {
    code: 'BLOB_PUT',
    name: 'returns any content exactly, by an id that is its hash, and the same info from put, info and list',
    contract: ['BlobInfo.id', 'the first 130 bits of the SHA-256 of the content'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const check = async (bytes: Uint8Array, given: BlobOptions): Promise<void> => {
        const own = nextScope()
        const info = await store.put(own, 's', bytes, given)
        const { at: time, ...rest } = given
        const wanted = {
          ...{ id: await blobId(bytes), size: bytes.length, mediaType: 'application/octet-stream' },
          ...{ ...rest, at: time?.toISOString() },
        }
        mustEqual(bench, info, wanted)
        const known = [await store.info(own, 's', info.id), ...(await store.list(own, 's')).blobs]
        mustEqual(bench, known, [wanted, wanted])
        const back = await store.read(own, 's', info.id)
        if (!back || !same(back, bytes)) bench.fail(canonical(bytes), canonical(back))
      }
      for (const bytes of samples) await check(bytes, {})
      for (const time of [new Date(0), new Date(-1), new Date(8.64e15)]) await check(bytesOf('a'), { at: time })
      await bench.forEach(fc.tuple(fc.uint8Array({ maxLength: 100 }), options), ([bytes, given]) => check(bytes, given))
    },
  },
  {
    code: 'BLOB_AGAIN',
    name: 'keeps a content once per session, with its first media type and name and its last time',
    contract: [
      'BlobStore.put',
      'If the session has it already, only the time changes, if there is a new one: the first media type and name stay.',
    ],
    check: async (store, bench) => {
      const first = await store.put(scope, 's', bytesOf('same'), { mediaType: 'text/plain', name: 'first', at })
      const again = await store.put(scope, 's', bytesOf('same'), { mediaType: 'text/html', name: 'second', at: later })
      const wanted = { ...first, at: later.toISOString() }
      mustEqual(bench, again, wanted)
      const third = await store.put(scope, 's', bytesOf('same'))
      mustEqual(bench, third, wanted, `${show(wanted)} after a put without a time`)
      const list = await store.list(scope, 's')
      mustEqual(bench, list, { blobs: [wanted], bytes: 4, more: false }, 'one blob of 4 bytes')
      mustEqual(bench, await store.delete(scope, 's'), 1, '1 deleted')
    },
  },
  {
    code: 'BLOB_RANGE',
    name: 'returns a range of bytes, fewer at the end, none after it',
    contract: ['BlobStore.read', 'the bytes `start` (included) to `end` (excluded) of it, fewer if it has fewer;'],
    check: async (store, { fail, forEach }) => {
      // Longer than the parts of any store.
      const bytes = new Uint8Array(2_500_000).map((_, index) => (index * 7 + (index >> 8)) & 255)
      const { id } = await store.put(scope, 's', bytes)
      const check = async (range: { readonly start?: number; readonly end?: number }): Promise<void> => {
        const { start = 0, end = bytes.length } = range
        const wanted = bytes.slice(start, Math.max(start, end))
        const seen = await store.read(scope, 's', id, range)
        const isSame = seen?.length === wanted.length && wanted.every((byte, index) => byte === seen[index])
        if (!isSame) fail(`${wanted.length} bytes for ${show(range)}`, `${seen?.length} bytes`)
      }
      await check({})
      await check({ start: 2_499_999 })
      await check({ end: Number.POSITIVE_INFINITY, start: 2_499_000 })
      const edges = [0, 1, 65_536, 262_143, 262_144, 262_145, 524_288, 1_048_575, 1_048_576, 1_048_577, 2_097_152]
      const place = fc.oneof(fc.constantFrom(...edges, 2_500_000, 2_500_001, 9e15), fc.nat({ max: 2_500_000 }))
      // Near to each other, so that most ranges are small.
      const near = fc.tuple(place, fc.integer({ min: -3, max: 70_000 })).map(([start, size]) => ({
        start,
        end: Math.max(0, Math.min(start + size, Number.MAX_SAFE_INTEGER)),
      }))
      await forEach(near, check)
    },
  },
  {
    code: 'BLOB_REFUSED',
    name: 'refuses contents, options, ranges and ids of blobs that are invalid, and keeps nothing of them',
    contract: ['BlobStore.put', '@throws LamellaError `STORE_VALUE_INVALID` for a content that is not a Uint8Array'],
    check: async (store, bench) => {
      const { id } = await store.put(scope, 'kept', bytesOf('kept'))
      for (const [what, call] of refusals(store, id)) await mustEndWith(bench, 'STORE_VALUE_INVALID', what, call)
      const { sessions } = await store.sessions(scope)
      mustEqual(bench, sessions, ['kept'], 'only the session "kept"')
    },
  },
]
