import type { Scope } from '@lamella/core'
import type { SharedRules } from '../stores/shared-rules.ts'
import type { Call, Found, Shelf } from '../stores/shelf.ts'
import type { TestedBlockStore } from './options.ts'
import { bytes } from './samples.ts'
import { blockRules } from './shared-rules.ts'
import { canShare } from './sharing.ts'

const one = bytes('1')

/** A block store as a shelf: each id holds a block with that label, whose text is the one text. */
export const blockShelf: Shelf<TestedBlockStore, SharedRules> = {
  thing: 'a block',
  grows: false,
  rules: blockRules,
  put: async (store, scope, id, { text, date }) => {
    const block = await store.get(scope, id)
    if (block) return await store.setText(scope, id, text, block.revision)
    const options = date === undefined ? {} : { at: new Date(date) }
    return await store.create(scope, { id, label: id, kind: 'core', text }, options)
  },
  texts: async (store, scope, id) => {
    const block = await store.get(scope, id)
    return block ? [block.text] : []
  },
  list: async (store, scope, request) => {
    const { blocks, more } = await store.list(scope, request)
    return { ids: blocks.map(({ id }) => id), more }
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
  calls: (store) => [
    ['create', (scope, id) => store.create(scope, { id, label: 'a', kind: 'core' })],
    ['create with a label instead', (scope, label) => store.create(scope, { id: 'a', label, kind: 'core' })],
    ['append', (scope, id) => store.append(scope, id, one)],
    ['change', (scope, id) => store.change(scope, id, {})],
    ['compact', (scope, id) => store.compact(scope, id, one, 1)],
    ['setText', (scope, id) => store.setText(scope, id, 'a', 1)],
    ['read', (scope, id) => store.read(scope, id)],
    ['get', (scope, id) => store.get(scope, id)],
    ['find with a label instead', (scope, label) => store.find(scope, label)],
    ['delete', (scope, id) => store.delete(scope, id)],
    ...sharingCalls(store),
  ],
  scopeCalls: (store) => {
    const calls: readonly (Call | undefined)[] = [
      ['list', (scope) => store.list(scope)],
      store.search && ['search', (scope) => store.search?.(scope, { query: 'a' })],
      store.erase && ['erase', (scope: Scope) => store.erase?.(scope)],
      store.listShared && ['listShared', (scope) => store.listShared?.(scope)],
      store.searchShared && ['searchShared', (scope) => store.searchShared?.(scope, { query: 'a' })],
    ]
    return [...calls.filter((call) => call !== undefined), ...otherScopeCalls(store)]
  },
}

const other = { tenant: 'acme', agent: 'other' }

function sharingCalls(store: TestedBlockStore): readonly Call[] {
  if (!canShare(store)) return []
  return [
    ['share', (scope, id) => store.share(scope, id, other, { permission: 'read' })],
    ['unshare', (scope, id) => store.unshare(scope, id, other)],
    ['shares', (scope, id) => store.shares(scope, id)],
    ['findShared with a label instead', (scope, label) => store.findShared(scope, other, label)],
    ['readShared', (scope, id) => store.readShared(scope, other, id)],
    ['appendShared', (scope, id) => store.appendShared(scope, other, id, one)],
  ]
}

/** Calls whose second scope the rule chooses. */
function otherScopeCalls(store: TestedBlockStore): readonly Call[] {
  if (!canShare(store)) return []
  return [
    ['share for the grantee', (scope) => store.share(other, 'a', scope, { permission: 'read' })],
    ['unshare for the grantee', (scope) => store.unshare(other, 'a', scope)],
    ['findShared for the owner', (scope) => store.findShared(other, scope, 'a')],
    ['readShared for the owner', (scope) => store.readShared(other, scope, 'a')],
    ['appendShared for the owner', (scope) => store.appendShared(other, scope, 'a', one)],
  ]
}
