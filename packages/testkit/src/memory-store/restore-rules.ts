import type { NewMemory, StoredMemory } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import { lacking } from '../stores/lacking.ts'
import type { MemoryRule } from './options.ts'
import { noEntries, soundEntry } from './samples.ts'

const scope = { tenant: 'acme', user: 'ada' }
const [early, late] = ['2026-05-12T08:00:00.000Z', '2026-05-13T09:30:00.125Z']
const full: StoredMemory = {
  ...{ id: 'a', kind: 'fact', text: 'Ada likes green tea.', date: '2026-05-12', importance: 7, tags: ['tea'] },
  ...{ source: 'telegram_4711', revision: 7, createdAt: early, updatedAt: late },
}

/** Rules for entries from another store. If the store has no `restore`, all of them are skipped. */
export const restoreRules: readonly MemoryRule[] = [
  {
    code: 'MEMORY_RESTORE',
    name: 'restores an entry of another store with its revision and times, and continues from there',
    contract: ['MemoryStore.restore', 'Adds an entry from another store with its revision and times'],
    check: async (store, bench) => {
      if (!store.restore) return bench.skip(lacking(store, 'restore'))
      const nextScope = newScopes()
      const check = async (entry: StoredMemory): Promise<void> => {
        const own = nextScope()
        const answer = await store.restore?.(own, entry)
        const kept = await store.get(own, entry.id)
        mustEqual(bench, [answer, kept], [entry, entry])
      }
      await check(full)
      await check({ id: 'b', kind: 'note', text: 'x', revision: 1 })
      await check({ id: 'c', kind: 'note', text: 'x', revision: 2 ** 40, updatedAt: late })
      await bench.forEach(soundEntry, (entry: NewMemory) => check({ kind: 'note', ...entry, revision: 3 }))
      await store.restore(scope, full)
      const hits = (await store.search?.(scope, { query: 'green', mode: 'keyword' }))?.hits ?? []
      if (store.search && hits.length !== 1) bench.fail('the entry to be found by its words', show(hits))
      await store.put(scope, { id: 'a', text: 'x' }, { expectedRevision: 7 })
      const { revision, createdAt } = (await store.get(scope, 'a')) ?? {}
      mustEqual(bench, [revision, createdAt], [8, early])
    },
  },
  {
    code: 'MEMORY_RESTORE_REFUSED',
    name: 'refuses to restore over an existing entry, and refuses invalid entries',
    contract: ['MemoryStore.restore', '`MEMORY_CONFLICT` (0 expected) when an entry has that id'],
    check: async (store, bench) => {
      const { restore } = store
      if (!restore) return bench.skip(lacking(store, 'restore'))
      const wrong: readonly (readonly [what: string, entry: unknown])[] = [
        ...noEntries.map(([what, entry]) => [what, entry && { revision: 1, ...(entry as object) }] as const),
        ...[0, -1, 0.5, '1', undefined].map((revision) => ['an invalid revision', { ...full, revision }] as const),
        ['an invalid time', { ...full, updatedAt: 'yesterday' }],
        ['a day as a time', { ...full, createdAt: '2026-05-12' }],
        ['a creation time without a change time', { ...full, updatedAt: undefined }],
      ]
      for (const [what, entry] of wrong) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => restore(scope, entry as StoredMemory))
      }
      await store.put(scope, { id: 'a', text: 'first' })
      await mustEndWith(bench, 'MEMORY_CONFLICT', 'an existing entry', () => restore(scope, full))
      const { entries } = await store.list(scope)
      const texts = entries.map(({ text }) => text)
      mustEqual(bench, texts, ['first'], 'the existing entry alone')
    },
  },
]
