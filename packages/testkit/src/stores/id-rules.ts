import type { Scope } from '@lamella/core'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from './codes.ts'
import { anyId, hostileIds, newScopes, noIds, noScopes } from './ids.ts'
import type { StoreBench, StoreRule } from './options.ts'
import type { Shelf } from './shelf.ts'

/** Rules for ids and their owners. */
export function idRules<Store>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  const { thing, prefix, lines } = shelf
  return [
    {
      code: `${prefix}_SCOPE`,
      contract: lines.refused,
      name: 'refuses a scope without a tenant, or with names that cannot be stored, in every method',
      check: async (store, bench) => {
        for (const [method, call] of [...shelf.calls(store), ...shelf.scopeCalls(store)]) {
          for (const [scope, code] of noScopes) {
            await mustEndWith(bench, code, `${method} with the scope ${show(scope)}`, () => call(scope as Scope, 'a'))
          }
        }
      },
    },
    {
      code: `${prefix}_IDS_REFUSED`,
      contract: lines.refused,
      name: 'refuses ids that are empty, too long, not text, or contain lone surrogates, in every method',
      check: async (store, bench) => {
        for (const [method, call] of shelf.calls(store)) {
          for (const id of noIds) {
            const what = `${method} with the id ${show(id)}`
            await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => call({ tenant: 'acme' }, id as string))
          }
        }
      },
    },
    {
      code: `${prefix}_IDS`,
      contract: lines.apart,
      name: `stores ${thing} under exactly its id, whatever characters the id contains`,
      check: async (store, bench) => {
        const nextScope = newScopes()
        const check = async (ids: readonly string[]): Promise<void> => {
          const scope = nextScope()
          for (const [index, id] of ids.entries()) await shelf.put(store, scope, id, { text: `text ${index}` })
          for (const [index, id] of ids.entries()) {
            const texts = await shelf.texts(store, scope, id)
            mustEqual(bench, texts, [`text ${index}`], `"text ${index}" under ${show(id)}`)
          }
          const { ids: listed } = await shelf.list(store, scope, { limit: 1000 })
          const lost = ids.find((id) => !listed.includes(id))
          if (lost !== undefined) bench.fail(`${show(lost)} in the list`, show(listed))
          if (listed.length !== ids.length) bench.fail(`${ids.length} ids in the list`, show(listed))
        }
        await check(hostileIds)
        await bench.forEach(fc.uniqueArray(anyId, { minLength: 1, maxLength: 6 }), check)
      },
    },
    {
      code: `${prefix}_OWNERS`,
      contract: lines.apart,
      name: 'keeps tenants, users and agents apart, whatever their names',
      check: async (store, bench) => {
        await keepApart(
          shelf,
          store,
          bench,
          hostileIds.map((tenant) => ({ tenant })),
        )
        await keepApart(
          shelf,
          store,
          bench,
          hostileIds.map((user) => ({ tenant: 'by user', user })),
        )
        await keepApart(
          shelf,
          store,
          bench,
          hostileIds.map((agent) => ({ tenant: 'by agent', agent })),
        )
      },
    },
  ]
}

async function keepApart<Store>(
  shelf: Shelf<Store>,
  store: Store,
  bench: StoreBench<Store>,
  owners: readonly Scope[],
): Promise<void> {
  for (const [index, owner] of owners.entries()) await shelf.put(store, owner, 'same', { text: `text ${index}` })
  for (const [index, owner] of owners.entries()) {
    const texts = await shelf.texts(store, owner, 'same')
    mustEqual(bench, texts, [`text ${index}`], `"text ${index}" alone for ${show(owner)}`)
  }
}
