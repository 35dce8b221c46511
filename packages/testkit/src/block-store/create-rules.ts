import type { NewBlock, StoredBlock } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { hasHalf, hostileTexts } from '../samples/texts.ts'
import { codeOf, mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { BlockRule } from './options.ts'
import { ada, anyBlock, bytes, noBlocks, notes, persona } from './samples.ts'
import { blockLines } from './shelf.ts'

/** Rules for creating blocks, and for values that are not blocks. */
export const createRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_CREATE',
    name: 'returns a block as it was created, the same from create, get, find, list and read',
    contract: ['BlockStore.create', 'Creates a block.'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const check = async (block: NewBlock): Promise<void> => {
        const scope = nextScope()
        let made: StoredBlock | undefined
        const code = await codeOf(async () => {
          made = await store.create(scope, block)
        })
        if (made === undefined) {
          const mayRefuse = hasHalf(block.text ?? '') && code === 'STORE_VALUE_INVALID'
          if (!mayRefuse) bench.fail(`${show(block)} to be stored`, code)
          mustEqual(bench, await store.get(scope, block.id), undefined, 'nothing stored of a refused block')
          return
        }
        const { snapshot, text, meta = {}, ...said } = block
        const revisions = { revision: 1, contentRevision: 1, textRevision: text === undefined ? 0 : 1 }
        const info = { ...said, meta, ...revisions, snapshotSize: snapshot?.length ?? 0, updates: 0, updatesSize: 0 }
        const full = { ...info, text: text ?? '' }
        const wanted = [full, full, info, { blocks: [info], more: false }, { revision: 1, snapshot, updates: [] }]
        const [id, label] = [block.id, block.label]
        const seen = [
          ...[made, await store.get(scope, id), await store.find(scope, label)],
          ...[await store.list(scope), await store.read(scope, id)],
        ]
        mustEqual(bench, seen, wanted)
      }
      for (const text of hostileTexts) await check({ ...persona, text })
      const every = new Uint8Array(256).map((_, index) => index)
      await check({ ...persona, snapshot: every })
      await check({ ...persona, meta: { nested: [{ a: null }], ['__proto__']: 1, left: undefined } })
      await bench.forEach(anyBlock, check)
    },
  },
  {
    code: 'BLOCK_REFUSED',
    name: 'refuses invalid blocks, and keeps existing ones',
    contract: blockLines.refused,
    check: async (store, bench) => {
      await store.create(ada, persona)
      for (const [what, block] of noBlocks) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => store.create(ada, block as NewBlock))
        const { blocks } = await store.list(ada)
        const ids = blocks.map(({ id }) => id)
        mustEqual(bench, ids, [persona.id], `the earlier content unchanged after ${what}`)
      }
    },
  },
  {
    code: 'BLOCK_MISSING',
    name: 'reports a missing block as missing, and does not create it',
    contract: ['BlockStore.read', '`undefined` if it does not exist.'],
    check: async (store, bench) => {
      const one = bytes('1')
      await mustEndWith(bench, 'BLOCK_MISSING', 'append', () => store.append(ada, 'gone', one))
      await mustEndWith(bench, 'BLOCK_MISSING', 'change', () => store.change(ada, 'gone', { kind: 'log' }))
      await mustEndWith(bench, 'BLOCK_MISSING', 'compact', () => store.compact(ada, 'gone', one, 1))
      await mustEndWith(bench, 'BLOCK_MISSING', 'setText', () => store.setText(ada, 'gone', 'a', 1))
      const seen = [await store.read(ada, 'gone'), await store.get(ada, 'gone'), await store.find(ada, 'gone')]
      mustEqual(bench, seen, [undefined, undefined, undefined], 'undefined from read, get and find')
      await store.create(ada, notes)
      await mustEndWith(bench, 'BLOCK_MISSING', 'append by a label', () => store.append(ada, notes.label, one))
    },
  },
]
