import type { StoredBlock } from '@lamella/store'
import { type Shelf, shelfOf } from '../stores/shelf.ts'
import type { TestedBlockStore } from './options.ts'
import { bytes } from './samples.ts'

/** The lines of the contract about every block store. */
export const blockLines = {
  refused: [
    'BlockStore',
    'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged.',
  ],
  apart: ['BlockStore', 'A block belongs to one scope (tenant, user, agent) and is never returned to another one'],
  lists: ['BlockStore.list', 'Lists the blocks of exactly this scope, by id in code unit order, without their texts.'],
  limit: ['BlockListRequest.limit', 'The most entries to return, 1 or more.'],
  deletes: ['BlockStore.delete', 'Removes a block with everything derived from it; returns whether it existed.'],
  erases: [
    'BlockStore.erase',
    'Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
  ],
  keeps: ['StoredBlock.text', 'As passed to `create` or `setText`'],
  closes: ['BlockStore.close', 'Closes open resources. Safe to call twice.'],
  searches: [
    'BlockStore.search',
    'Returns the best blocks for a plain-language query, by texts and labels, best first.',
  ],
} as const

const one = bytes('1')
const other = { tenant: 'acme', agent: 'other' }

/** A block store as a shelf: each id holds a block with that label, whose text is the one text. */
export const blockShelf: Shelf<TestedBlockStore> = shelfOf<TestedBlockStore, StoredBlock>({
  thing: 'a block',
  grows: false,
  prefix: 'BLOCK',
  lines: blockLines,
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
  found: ({ id, text }) => ({ id, text }),
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
    ['share', (scope, id) => store.share?.(scope, id, other, { permission: 'read' })],
    ['unshare', (scope, id) => store.unshare?.(scope, id, other)],
    ['shares', (scope, id) => store.shares?.(scope, id)],
    ['findShared with a label instead', (scope, label) => store.findShared?.(scope, other, label)],
    ['readShared', (scope, id) => store.readShared?.(scope, other, id)],
    ['appendShared', (scope, id) => store.appendShared?.(scope, other, id, one)],
  ],
  scopeCalls: (store) => [
    ['list', (scope) => store.list(scope)],
    ['search', (scope) => store.search?.(scope, { query: 'a' })],
    ['erase', (scope) => store.erase?.(scope)],
    ['listShared', (scope) => store.listShared?.(scope)],
    ['searchShared', (scope) => store.searchShared?.(scope, { query: 'a' })],
    ['share for the grantee', (scope) => store.share?.(other, 'a', scope, { permission: 'read' })],
    ['unshare for the grantee', (scope) => store.unshare?.(other, 'a', scope)],
    ['findShared for the owner', (scope) => store.findShared?.(other, scope, 'a')],
    ['readShared for the owner', (scope) => store.readShared?.(other, scope, 'a')],
    ['appendShared for the owner', (scope) => store.appendShared?.(other, scope, 'a', one)],
  ],
})
