import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustEqual } from '../kit/must-equal.ts'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { spoil } from '../stores/spoil.ts'
import { mustStay, reopening } from '../stores/unchanged.ts'
import type { BlockRule, TestedBlockStore } from './options.ts'
import { ada, bob, bytes, contentTexts, notes, persona } from './samples.ts'
import { canShare } from './sharing.ts'
import { blockLines } from './shelf.ts'

const full = { ...persona, meta: { list: ['a'], ['__proto__']: 1 }, text: 'Ada likes green tea.' }

/** Everything that a store returns about the blocks of one scope. */
async function everything(store: TestedBlockStore): Promise<readonly unknown[]> {
  const hits = (await store.search?.(ada, { query: 'tea', mode: 'keyword' }))?.hits ?? []
  const shared = canShare(store) ? [await store.shares(ada, persona.id), await store.listShared(bob)] : []
  return [
    ...[await store.get(ada, persona.id), await store.find(ada, persona.label), await store.read(ada, persona.id)],
    ...[await store.list(ada), hits.map(({ item }) => item), ...shared],
  ]
}

/** Rules for what happens to stored data, arguments and results. */
export const blockStateRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_PURE',
    name: 'does not mutate its arguments',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: async (store, bench) => {
      const given = { ...structuredClone(full), snapshot: bytes('s') }
      const update = bytes('u')
      await store.create(ada, given)
      await store.append(ada, persona.id, update)
      await store.compact(ada, persona.id, update, 2)
      mustEqual(bench, [given, update], [{ ...full, snapshot: bytes('s') }, bytes('u')])
      // Only frozen values reveal a change that is undone.
      const scope = deepFreeze({ ...ada })
      await store.create(scope, deepFreeze({ ...structuredClone(full), ...notes }), deepFreeze({}))
      await store.append(scope, notes.id, update, deepFreeze({ operation: 'o' }))
      await store.change(scope, notes.id, deepFreeze({ meta: { a: [1] } }), deepFreeze({ expectedRevision: 2 }))
      await store.list(scope, deepFreeze({ filter: { kinds: ['core'] }, limit: 2 }))
      await store.search?.(scope, deepFreeze({ query: 'tea', filter: { kinds: ['core'] }, limit: 2 }))
      if (canShare(store)) {
        await store.share(scope, notes.id, deepFreeze({ ...bob }), deepFreeze({ permission: 'read' }))
      }
      await store.delete(scope, notes.id, deepFreeze({ expectedRevision: 3 }))
    },
  },
  {
    code: 'BLOCK_COPIES',
    name: 'keeps stored values unchanged when callers mutate arguments or results',
    contract: ['BlockStore', 'Keeps memory blocks'],
    check: async (store, bench) => {
      const given = { ...structuredClone(full), snapshot: bytes('s') }
      const made = store.create(ada, given)
      // Immediately, while the store may still be writing.
      spoil(given)
      spoil(await made)
      const update = bytes('u')
      const appended = store.append(ada, persona.id, update)
      spoil(update)
      spoil(await appended)
      if (canShare(store)) spoil(await store.share(ada, persona.id, { ...bob }, { permission: 'read' }))
      const block = await store.get(ada, persona.id)
      const seen = [block?.meta, block?.text, contentTexts(await store.read(ada, persona.id))]
      const wanted = [full.meta, full.text, ['s', 'u']]
      mustEqual(bench, seen, wanted, `what was given: ${show(wanted)}`)
      const read = (): Promise<unknown> => everything(store)
      await mustStay(bench, read, async () => spoil(await read()))
    },
  },
  {
    code: 'BLOCK_DELETED',
    name: 'forgets everything about a deleted block, so that its id and label can be reused',
    contract: blockLines.deletes,
    check: async (store, bench) => {
      await store.create(ada, { ...full, snapshot: bytes('s') })
      await store.append(ada, persona.id, bytes('u'), { operation: 'edit' })
      await store.delete(ada, persona.id)
      const made = await store.create(ada, persona)
      if (!same([made.revision, made.meta, made.text], [1, {}, '']))
        bench.fail('a block in its initial state', canonical(made))
      const answer = await store.append(ada, persona.id, bytes('v'), { operation: 'edit' })
      const wanted = { revision: 2, repeated: false }
      mustEqual(bench, answer, wanted, `${show(wanted)} for an operation of the old block`)
      mustEqual(bench, contentTexts(await store.read(ada, persona.id)), [undefined, 'v'], 'the new update alone')
    },
  },
  {
    code: 'BLOCK_REOPEN',
    name: 'keeps everything across a reopen: blocks, updates, operations, shares',
    contract: ['BlockStore', 'Keeps memory blocks'],
    check: reopening({
      everything,
      fill: async (store) => {
        await store.create(ada, { ...full, snapshot: bytes('s') }, { at: new Date('2026-05-12T08:00:00.000Z') })
        await store.append(ada, persona.id, bytes('u'), { operation: 'edit' })
        await store.append(ada, persona.id, bytes('v'))
        await store.compact(ada, persona.id, bytes('su'), 2)
        await store.create(ada, notes)
        await store.change(ada, notes.id, { label: 'renamed' })
        if (canShare(store)) await store.share(ada, persona.id, bob, { permission: 'read' })
      },
      more: async (again, bench) => {
        const retry = await again.append(ada, persona.id, bytes('u'), { operation: 'edit' })
        mustEqual(bench, retry, { revision: 2, repeated: true }, 'the first answer for a retry')
      },
    }),
  },
]
