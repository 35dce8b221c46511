import type { BlockChange } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { BlockRule } from './options.ts'
import { ada, bytes, noChanges, persona } from './samples.ts'
import { blockLines } from './shelf.ts'

const anyChange: fc.Arbitrary<BlockChange> = fc.record(
  {
    label: fc.constantFrom('persona', 'self'),
    kind: fc.constantFrom('core', 'log'),
    meta: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom(1, null, 'x'), { maxKeys: 2 }),
  },
  { requiredKeys: [] },
)

/** Rules for changing a block's metadata, and for its times. */
export const changeRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_CHANGE',
    name: 'changes the given fields and keeps the rest: one revision later, unless nothing differs',
    contract: ['BlockStore.change', 'Changes the metadata of a block: omitted fields stay.'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const check = async (changes: readonly BlockChange[]): Promise<void> => {
        const scope = nextScope()
        let known = await store.create(scope, { ...persona, meta: { a: 1 }, text: 'tea' })
        for (const change of changes) {
          const { label = known.label, kind = known.kind, meta = known.meta } = change
          const isNew = !same([label, kind, meta], [known.label, known.kind, known.meta])
          const wanted = { ...known, label, kind, meta, revision: known.revision + (isNew ? 1 : 0) }
          const seen = [await store.change(scope, persona.id, change), await store.get(scope, persona.id)]
          mustEqual(bench, seen, [wanted, wanted], `${show(wanted)} after ${show(change)}`)
          known = wanted
        }
      }
      await check([{ meta: { b: 2 } }, { meta: {} }, {}, { label: 'self', kind: 'log' }, { label: 'self' }])
      await bench.forEach(fc.array(anyChange, { minLength: 1, maxLength: 4 }), check)
    },
  },
  {
    code: 'BLOCK_CHANGE_REFUSED',
    name: 'refuses invalid changes, and changes nothing',
    contract: blockLines.refused,
    check: async (store, bench) => {
      await store.create(ada, persona)
      for (const [what, change] of noChanges) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () =>
          store.change(ada, persona.id, change as BlockChange),
        )
        const { revision } = (await store.get(ada, persona.id)) ?? {}
        if (revision !== 1) bench.fail(`revision 1 after ${what}`, show(revision))
      }
    },
  },
  {
    code: 'BLOCK_TIMES',
    name: 'records when a block was first and last changed, if given times',
    contract: ['BlockInfo.createdAt', 'ISO 8601 instants of the first change and of the last change with a time.'],
    check: async (store, bench) => {
      const [early, late, last] = ['2026-05-12T08:00:00.000Z', '2026-05-13T09:30:00.125Z', '2026-05-14T00:00:00.000Z']
      const at = (time: string): { readonly at: Date } => ({ at: new Date(time) })
      const expectTimes = async (what: string, ...wanted: readonly unknown[]): Promise<void> => {
        const { createdAt, updatedAt } = (await store.get(ada, persona.id)) ?? {}
        mustEqual(bench, [createdAt, updatedAt], wanted, `first and last changed at ${show(wanted)} after ${what}`)
      }
      await store.create(ada, persona)
      await expectTimes('create without a time', undefined, undefined)
      await store.append(ada, persona.id, bytes('u'), at(early))
      await expectTimes('append', early, early)
      await store.change(ada, persona.id, { kind: 'log' }, at(late))
      await expectTimes('change', early, late)
      await store.change(ada, persona.id, { kind: 'log' }, at(last))
      await expectTimes('an empty change', early, late)
      await store.append(ada, persona.id, bytes('v'))
      await expectTimes('append without a time', early, late)
      await store.create(ada, { id: 'other', label: 'other', kind: 'core' }, at(early))
      const { createdAt, updatedAt } = (await store.get(ada, 'other')) ?? {}
      mustEqual(bench, [createdAt, updatedAt], [early, early], `twice ${early}`)
      for (const wrong of [new Date(Number.NaN), '2026-05-12', 0]) {
        const append = (): unknown => store.append(ada, persona.id, bytes('u'), { at: wrong as Date })
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `the time ${show(String(wrong))}`, append)
      }
    },
  },
]
