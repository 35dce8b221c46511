import type { MemoryStore, StoredMemory } from '@lamella/store'
import { type Shelf, shelfOf } from '../stores/shelf.ts'

/** The lines of the contract about every memory store. */
export const memoryLines = {
  refused: [
    'MemoryStore',
    'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged.',
  ],
  apart: ['MemoryStore', 'Entries belong to one scope (tenant, user, agent) and are never returned to another one.'],
  lists: ['MemoryStore.list', 'Lists the entries of exactly this scope, by id in code unit order.'],
  limit: ['SearchRequest.limit', 'The most entries to return, 1 or more'],
  deletes: ['MemoryStore.delete', 'Removes an entry with its index rows and vectors; returns whether it existed.'],
  erases: [
    'MemoryStore.erase',
    'Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
  ],
  closes: ['MemoryStore.close', 'Closes open resources. Safe to call twice.'],
  searches: ['MemoryStore.search', 'Returns the best entries for a plain-language query, best first.'],
} as const

/** A memory store as a shelf: each id holds an entry, whose text is the one text. */
export const memoryShelf: Shelf<MemoryStore> = shelfOf<MemoryStore, StoredMemory>({
  thing: 'an entry',
  grows: false,
  prefix: 'MEMORY',
  lines: memoryLines,
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
  found: ({ id, text }) => ({ id, text }),
  calls: (store) => [
    ['put', (scope, id) => store.put(scope, { id, text: 'a' })],
    ['get', (scope, id) => store.get(scope, id)],
    ['delete', (scope, id) => store.delete(scope, id)],
    ['restore', (scope, id) => store.restore?.(scope, { id, text: 'a', kind: 'note', revision: 1 })],
  ],
  scopeCalls: (store) => [
    ['list', (scope) => store.list(scope)],
    ['search', (scope) => store.search?.(scope, { query: 'a' })],
    ['erase', (scope) => store.erase?.(scope)],
  ],
})
