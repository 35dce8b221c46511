import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { lacking } from './lacking.ts'
import type { StoreRule } from './options.ts'
import type { Shelf } from './shelf.ts'

/** Rules for a store as a whole. */
export function storeRules<Store extends object>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  const { prefix, lines } = shelf
  return [
    {
      code: `${prefix}_CAPABILITIES`,
      contract: ['SessionStore', 'Optional methods are capabilities: a store that lacks one does not support it.'],
      name: 'has the optional methods that the option has lists',
      check: (store, { fail, options: { has = [] } }) => {
        for (const method of has) {
          const value = (store as Readonly<Record<string, unknown>>)[method]
          if (typeof value !== 'function') fail(`a method ${method}`, show(value))
        }
      },
    },
    {
      code: `${prefix}_LARGE`,
      contract: lines.keeps ?? lines.apart,
      name: 'stores a very long text unchanged, and what is added after it',
      check: async (store, { fail, options: { largest = 1_000_000 } }) => {
        const scope = { tenant: 'acme' }
        const text = 'Größe: 日本 😀 "quoted"\n'
          .repeat(largest / 20)
          .slice(0, largest - 4)
          .concat(' end')
        await shelf.put(store, scope, 'large', { text })
        await shelf.put(store, scope, 'small', { text: 'small' })
        const [kept = ''] = await shelf.texts(store, scope, 'large')
        if (kept !== text) fail(`${text.length} characters unchanged`, `${kept.length}: ${show(kept)}`)
        const small = await shelf.texts(store, scope, 'small')
        if (!same(small, ['small'])) fail('the text that was added after it', show(small))
      },
    },
    {
      code: `${prefix}_CLOSE`,
      contract: lines.closes,
      name: 'can be closed twice',
      check: async (store, { skip }) => {
        if (!shelf.has(store, 'close')) return skip(lacking(store, 'close'))
        await shelf.put(store, { tenant: 'acme' }, 'a', { text: 'one' })
        await shelf.close(store)
        await shelf.close(store)
      },
    },
  ]
}
