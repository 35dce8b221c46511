import type { Scope } from '@lamella/core'
import type { MemoryStore } from '@lamella/store'
import type { SharedRules } from '../stores/shared-rules.ts'
import type { Call, Found, Shelf } from '../stores/shelf.ts'
import { memoryRules } from './shared-rules.ts'

/** A memory store as a shelf: each id holds an entry, whose text is the one text. */
export const memoryShelf: Shelf<MemoryStore, SharedRules> = {
  thing: 'an entry',
  grows: false,
  rules: memoryRules,
  put: (store, scope, id, { text, date }) => store.put(scope, { id, text, ...(date === undefined ? {} : { date }) }),
  texts: async (store, scope, id) => {
    const entry = await store.get(scope, id)
    return entry ? [entry.text] : []
  },
  list: async (store, scope, request) => {
    const { entries, more } = await store.list(scope, request)
    return { ids: entries.map(({ id }) => id), more }
  },
  delete: (store, scope, id) => store.delete(scope, id),
  has: (store, method) => typeof (store as unknown as Readonly<Record<string, unknown>>)[method] === 'function',
  erase: async (store, scope) => (await store.erase?.(scope)) ?? 0,
  search: async (store, scope, request) => {
    const hits = (await store.search?.(scope, request))?.hits ?? []
    return hits.map(({ item, score, by }): Found => ({ id: item.id, text: item.text, score, by }))
  },
  indexed: async (store, scope, request) => (await store.search?.(scope, request))?.indexed,
  close: async (store) => await store.close?.(),
  calls: (store) => {
    const calls: readonly (Call | undefined)[] = [
      ['put', (scope, id) => store.put(scope, { id, text: 'a' })],
      ['get', (scope, id) => store.get(scope, id)],
      ['delete', (scope, id) => store.delete(scope, id)],
      store.restore && ['restore', (scope, id) => store.restore?.(scope, { id, text: 'a', kind: 'note', revision: 1 })],
    ]
    return calls.filter((call) => call !== undefined)
  },
  scopeCalls: (store) => {
    const calls: readonly (Call | undefined)[] = [
      ['list', (scope) => store.list(scope)],
      store.search && ['search', (scope) => store.search?.(scope, { query: 'a' })],
      store.erase && ['erase', (scope: Scope) => store.erase?.(scope)],
    ]
    return calls.filter((call) => call !== undefined)
  },
}
