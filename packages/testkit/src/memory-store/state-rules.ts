import type { MemoryStore } from '@lamella/store'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustEqual } from '../kit/must-equal.ts'
import { spoil } from '../stores/spoil.ts'
import { mustStay, reopening } from '../stores/unchanged.ts'
import type { MemoryRule } from './options.ts'

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-05-12T08:00:00.000Z')
const full = {
  ...{ id: 'a', kind: 'fact', text: 'Ada likes green tea.', date: '2026-05-12', importance: 7 },
  ...{ tags: ['__proto__', 'tea'], source: 'telegram_4711' },
}

/** Everything that a store returns. */
async function everything(store: MemoryStore): Promise<readonly unknown[]> {
  const hits = (await store.search?.(scope, { query: 'tea', mode: 'keyword' }))?.hits ?? []
  return [
    await store.get(scope, 'a'),
    await store.get(scope, 'gone'),
    await store.list(scope),
    hits.map(({ item }) => item),
  ]
}

/** Rules for what happens to stored data, arguments and results. */
export const memoryStateRules: readonly MemoryRule[] = [
  {
    code: 'MEMORY_PURE',
    name: 'does not mutate its arguments',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: async (store, bench) => {
      const entry = structuredClone(full)
      await store.put(scope, entry)
      mustEqual(bench, entry, full)
      // Only frozen values reveal a change that is undone.
      const frozen = deepFreeze({ scope: { ...scope }, entry, filter: { kinds: ['fact'], tags: ['tea'] } })
      await store.put(frozen.scope, frozen.entry, deepFreeze({ expectedRevision: 1 }))
      await store.list(frozen.scope, deepFreeze({ filter: frozen.filter, limit: 2 }))
      await store.search?.(frozen.scope, deepFreeze({ query: 'tea', filter: frozen.filter, limit: 2 }))
      await store.delete(frozen.scope, 'a', deepFreeze({ expectedRevision: 2 }))
    },
  },
  {
    code: 'MEMORY_COPIES',
    name: 'keeps stored values unchanged when callers mutate arguments or results',
    contract: ['MemoryStore', 'Keeps memory entries.'],
    check: async (store, bench) => {
      const entry = structuredClone(full)
      const put = store.put(scope, entry)
      // Immediately, while the store may still be writing.
      spoil(entry)
      spoil(await put)
      const { revision: _, ...kept } = (await store.get(scope, 'a')) ?? { revision: 0 }
      mustEqual(bench, kept, full)
      const read = (): Promise<unknown> => everything(store)
      await mustStay(bench, read, async () => spoil(await read()))
    },
  },
  {
    code: 'MEMORY_REOPEN',
    name: 'keeps everything across a reopen',
    contract: ['MemoryStore', 'Keeps memory entries.'],
    check: reopening({
      everything,
      fill: async (store) => {
        await store.put(scope, full, { at })
        await store.put(scope, { id: 'b', text: 'tea' })
        await store.put(scope, { id: 'b', text: 'black tea' })
        await store.put(scope, { id: 'gone', text: 'tea' })
        await store.delete(scope, 'gone')
      },
      more: async (again, bench) => {
        const { revision } = await again.put(scope, { id: 'b', text: 'white tea' }, { expectedRevision: 2 })
        mustEqual(bench, revision, 3, 'revision 3')
      },
    }),
  },
]
