import type { BlockAppended } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustWinOnce } from '../stores/codes.ts'
import type { BlockRule } from './options.ts'
import { ada, bytes, contentTexts, notes, persona } from './samples.ts'

/** Rules for concurrent writers. */
export const parallelRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_PARALLEL',
    name: 'neither loses nor duplicates concurrent updates, and gives each its own revision',
    contract: ['BlockStore.append', 'Concurrent appends do not matter'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      const words = Array.from({ length: 20 }, (_, index) => `u${index}`)
      const answers = await Promise.all(words.map((word) => store.append(ada, persona.id, bytes(word))))
      const revisions = answers.map(({ revision }) => revision).toSorted((a, b) => a - b)
      const wanted = words.map((_, index) => index + 2)
      mustEqual(bench, revisions, wanted, `the revisions ${show(wanted)}`)
      const [, ...seen] = contentTexts(await store.read(ada, persona.id))
      if (!same(seen.toSorted(), words.toSorted())) bench.fail(show(words), show(seen))
    },
  },
  {
    code: 'BLOCK_PARALLEL_CONFLICT',
    name: 'lets one of several concurrent writers with the same expected revision win',
    contract: ['BlockAppendOptions.expectedRevision', 'The revision the caller last saw.'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      for (const expectedRevision of [1, 2, 3, 4]) {
        await mustWinOnce(bench, 'BLOCK_CONFLICT', (writer) =>
          store.append(ada, persona.id, bytes(`${writer}`), { expectedRevision }),
        )
      }
    },
  },
  {
    code: 'BLOCK_PARALLEL_LABEL',
    name: 'lets one of several concurrent writers that create a block with the same label win',
    contract: ['BlockStore.create', '`BLOCK_EXISTS` when the scope has a block with that id or label'],
    check: async (store, bench) => {
      await mustWinOnce(bench, 'BLOCK_EXISTS', (writer) => store.create(ada, { ...notes, id: `${writer}` }))
      const { blocks } = await store.list(ada)
      if (blocks.length !== 1) bench.fail('one block', show(blocks.map(({ label }) => label)))
    },
  },
  {
    code: 'BLOCK_PARALLEL_OPERATION',
    name: 'appends the update of an operation once when it is requested several times concurrently',
    contract: ['BlockAppendOptions.operation', 'A name for this update, unique in the block.'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      const append = (): Promise<BlockAppended> => store.append(ada, persona.id, bytes('u'), { operation: 'edit' })
      const answers = await Promise.all(Array.from({ length: 5 }, append))
      const first = answers.filter(({ repeated }) => !repeated)
      if (first.length !== 1 || answers.some(({ revision }) => revision !== 2)) {
        bench.fail('one answer that is not repeated, and revision 2 in total', show(answers))
      }
      const [, ...seen] = contentTexts(await store.read(ada, persona.id))
      mustEqual(bench, seen, ['u'], 'the update once')
    },
  },
]
