import { isLamellaError, type Scope } from '@lamella/core'
import type { BlockInfo } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { hostileIds, newScopes } from '../stores/ids.ts'
import type { BlockRule, TestedBlockStore } from './options.ts'
import { ada, bob, notes, persona } from './samples.ts'

const ids = ['a', 'b', 'c'] as const
const labels = ['x', 'X', 'y'] as const
const step = fc.record({
  kind: fc.constantFrom('create', 'create', 'create', 'rename', 'rename', 'delete', 'erase'),
  id: fc.constantFrom(...ids),
  label: fc.constantFrom(...labels),
})

/** Rules that keep the blocks of a scope apart by id and label. */
export const labelRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_EXISTS',
    name: 'refuses a second block with the same id or label, and names the existing block',
    contract: ['BlockStore.create', '`BLOCK_EXISTS` when the scope has a block with that id or label'],
    check: async (store, { fail }) => {
      const mustBeThere = async (what: string, call: () => Promise<unknown>): Promise<void> => {
        const seen = await call().catch((error: unknown) => error)
        const there = isLamellaError(seen, 'BLOCK_EXISTS') ? seen.details : undefined
        const wanted = { id: persona.id, label: persona.label }
        if (!same(there, wanted)) fail(`BLOCK_EXISTS with ${show(wanted)} for ${what}`, show(there ?? seen))
      }
      await store.create(ada, persona)
      await mustBeThere('a second block with its id', () => store.create(ada, { ...notes, id: persona.id }))
      await mustBeThere('a second block with its label', () => store.create(ada, { ...notes, label: persona.label }))
      await store.create(ada, notes)
      await mustBeThere('a change to its label', () => store.change(ada, notes.id, { label: persona.label }))
      const { label } = (await store.get(ada, notes.id)) ?? {}
      if (label !== notes.label) fail('the former label of the other block', show(label))
      // The blocks of another scope make no difference.
      await store.create(bob, persona)
    },
  },
  {
    code: 'BLOCK_LABELS',
    name: 'finds a block by its current label, whatever is created, renamed, deleted and erased',
    contract: ['BlockStore', 'a label that is unique in its scope'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const scope = nextScope()
      for (const [index, label] of hostileIds.entries()) {
        await store.create(scope, { id: `id ${index}`, label, kind: 'core' })
      }
      for (const [index, label] of hostileIds.entries()) {
        const found = await store.find(scope, label)
        if (found?.id !== `id ${index}`) bench.fail(`"id ${index}" by the label ${show(label)}`, show(found))
      }
      await bench.forEach(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const own = nextScope()
        const model = new Map<string, string>()
        for (const one of steps) {
          const { kind, id, label } = one
          const isTaken = [...model].some(([other, taken]) => taken === label && other !== id)
          if (kind === 'create') {
            const wanted = isTaken || model.has(id) ? 'BLOCK_EXISTS' : undefined
            await mustEndWith(bench, wanted, show(one), () => store.create(own, { id, label, kind: 'core' }))
            if (!wanted) model.set(id, label)
          } else if (kind === 'rename') {
            const wanted = !model.has(id) ? 'BLOCK_MISSING' : isTaken ? 'BLOCK_EXISTS' : undefined
            await mustEndWith(bench, wanted, show(one), () => store.change(own, id, { label }))
            if (!wanted) model.set(id, label)
          } else if (kind === 'delete') {
            await store.delete(own, id)
            model.delete(id)
          } else if (store.erase) {
            await store.erase(own)
            model.clear()
          }
          const seen = await labelled(store, own)
          const known = labels.map((each) => [each, [...model].find(([, taken]) => taken === each)?.[0]])
          mustEqual(bench, seen, known, `${show(known)} after ${show(one)}`)
        }
      })
    },
  },
]

/** The block that `find` returns for each label. */
async function labelled(store: TestedBlockStore, scope: Scope): Promise<readonly (readonly unknown[])[]> {
  const found: [label: string, id: BlockInfo['id'] | undefined][] = []
  for (const label of labels) found.push([label, (await store.find(scope, label))?.id])
  return found
}
