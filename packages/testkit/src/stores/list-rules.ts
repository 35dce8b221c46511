import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from './codes.ts'
import { newScopes } from './ids.ts'
import type { StoreRule } from './options.ts'
import type { Shelf } from './shelf.ts'

/** Ids that sort differently by UTF-8 bytes, by locale, or by number. */
const disordered = ['b', 'a', 'B', 'ä', 'z', '10', '9', 'a b', 'a-b', 'ab', '\uff5e', '😀', '\ue000', 'ﬁ', '_', '~']

/** Rules for listing ids. */
export function listRules<Store>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  const { prefix, lines } = shelf
  return [
    {
      code: `${prefix}_LIST_ORDER`,
      contract: lines.lists,
      name: 'lists ids in UTF-16 code unit order',
      check: async (store, bench) => {
        const scope = { tenant: 'acme' }
        for (const id of disordered) await shelf.put(store, scope, id, { text: 'a' })
        const { ids } = await shelf.list(store, scope)
        mustEqual(bench, ids, disordered.toSorted())
      },
    },
    {
      code: `${prefix}_LIST`,
      contract: lines.lists,
      name: 'lists page by page after an id that need not exist, and reports whether there is more',
      check: async (store, bench) => {
        const nextScope = newScopes()
        const nothing = await shelf.list(store, nextScope())
        mustEqual(bench, nothing, { ids: [], more: false }, 'an empty list for a scope without data')
        // Plain ids: the other case covers their order.
        const plain = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 })
        const sample = fc.tuple(fc.uniqueArray(plain, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), plain)
        await shelf.put(store, { tenant: 'two' }, 'a', { text: 'a' })
        await shelf.put(store, { tenant: 'two' }, 'b', { text: 'b' })
        const full = await shelf.list(store, { tenant: 'two' }, { limit: 2 })
        if (full.more) bench.fail('no more after two of two', show(full))
        await bench.forEach(sample, async ([ids, limit, after]) => {
          const scope = nextScope()
          for (const id of ids) await shelf.put(store, scope, id, { text: 'a' })
          const sorted = ids.toSorted()
          const later = sorted.filter((id) => id > after)
          const wanted = { ids: later.slice(0, limit), more: later.length > limit }
          const seen = await shelf.list(store, scope, { after, limit })
          mustEqual(bench, seen, wanted, `${show(wanted)} of ${show(sorted)} after ${show(after)}`)
          mustEqual(bench, await shelf.list(store, scope), { ids: sorted, more: false }, `all of ${show(sorted)}`)
        })
      },
    },
    {
      code: `${prefix}_LIST_LIMIT`,
      contract: lines.limit,
      name: 'lists 100 items by default, and refuses invalid limits',
      check: async (store, bench) => {
        const scope = { tenant: 'acme' }
        for (let index = 0; index < 101; index++) await shelf.put(store, scope, `id ${index}`, { text: 'a' })
        const { ids, more } = await shelf.list(store, scope)
        if (ids.length !== 100 || !more) bench.fail('100 of 101 ids, and more', `${ids.length}, more: ${more}`)
        for (const limit of [0, -1, 1.5, Number.NaN]) {
          const list = (): unknown => shelf.list(store, scope, { limit })
          await mustEndWith(bench, 'STORE_VALUE_INVALID', `list with the limit ${limit}`, list)
        }
      },
    },
  ]
}
