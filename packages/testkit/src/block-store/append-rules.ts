import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith, mustRefuse, named } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { BlockRule } from './options.ts'
import { ada, anyBytes, bytes, contentTexts, noBytes, noRevisions, persona } from './samples.ts'

/** Rules for appending and reading updates. */
export const appendRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_APPEND',
    name: 'appends updates byte for byte, one revision each, and counts them and their bytes',
    contract: ['BlockContent.updates', 'Oldest first.'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      await bench.forEach(fc.array(anyBytes, { maxLength: 6 }), async (updates) => {
        const scope = nextScope()
        await store.create(scope, persona)
        for (const [index, update] of updates.entries()) {
          mustEqual(bench, await store.append(scope, persona.id, update), { revision: index + 2, repeated: false })
        }
        const content = await store.read(scope, persona.id)
        const revision = updates.length + 1
        mustEqual(bench, content, { revision, updates })
        const info = await store.find(scope, persona.label)
        const seen = [info?.revision, info?.contentRevision, info?.updates, info?.updatesSize]
        const size = updates.reduce((sum, { length }) => sum + length, 0)
        const wanted = [revision, revision, updates.length, size]
        mustEqual(bench, seen, wanted, `revision, content revision, updates and bytes ${show(wanted)}`)
      })
    },
  },
  {
    code: 'BLOCK_NEWS',
    name: 'returns only the changes since the revision that the reader has seen',
    contract: ['BlockStore.read', 'Returns the bytes of a block, or only the changes after `since`'],
    check: async (store, bench) => {
      await store.create(ada, { ...persona, snapshot: bytes('s1') })
      for (const revision of [2, 3, 4, 5]) await store.append(ada, persona.id, bytes(`u${revision}`))
      const mustRead = async (since: number, ...wanted: readonly (string | undefined)[]): Promise<void> => {
        const seen = contentTexts(await store.read(ada, persona.id, since))
        // Another case covers their order.
        const isSame = same(seen.slice(1).toSorted(), wanted.slice(1)) && seen[0] === wanted[0]
        if (!isSame) bench.fail(`${show(wanted)} since revision ${since}`, show(seen))
      }
      await mustRead(0, 's1', 'u2', 'u3', 'u4', 'u5')
      await mustRead(1, undefined, 'u2', 'u3', 'u4', 'u5')
      await mustRead(3, undefined, 'u4', 'u5')
      await mustRead(5, undefined)
      // A higher revision can only come from an earlier block with this id.
      await mustRead(9, 's1', 'u2', 'u3', 'u4', 'u5')
      await store.compact(ada, persona.id, bytes('s5'), 5)
      await mustRead(4, 's5')
      await mustRead(5, undefined)
      await mustRefuse(bench, named('read since', noRevisions), (since) => store.read(ada, persona.id, since))
    },
  },
  {
    code: 'BLOCK_BYTES_REFUSED',
    name: 'refuses updates and snapshots that are empty or not bytes, and stores nothing of them',
    contract: ['NewBlock.snapshot', '1 to 268,435,456 bytes, as every snapshot and update.'],
    check: async (store, bench) => {
      await store.create(ada, { ...persona, snapshot: bytes('s') })
      for (const [what, given] of noBytes) {
        const value = given as Uint8Array
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `an update that is ${what}`, () =>
          store.append(ada, persona.id, value),
        )
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `a snapshot that is ${what}`, () =>
          store.compact(ada, persona.id, value, 1),
        )
        if (given === undefined) continue
        const block = { id: 'new', label: 'new', kind: 'core', snapshot: value }
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `a block with ${what}`, () => store.create(ada, block))
      }
      mustEqual(bench, contentTexts(await store.read(ada, persona.id)), ['s'], 'the snapshot alone')
    },
  },
  {
    code: 'BLOCK_CONFLICT',
    name: 'neither changes nor deletes anything for a writer that expects another revision',
    contract: ['BlockStore.append', '`BLOCK_CONFLICT` when the block is not at `expectedRevision`'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      for (const expectedRevision of [0, 2]) {
        const options = { expectedRevision }
        const calls = [
          ['append', () => store.append(ada, persona.id, bytes('u'), options)],
          ['change', () => store.change(ada, persona.id, { kind: 'log' }, options)],
          ['delete', () => store.delete(ada, persona.id, options)],
        ] as const
        for (const [method, call] of calls)
          await mustEndWith(bench, 'BLOCK_CONFLICT', `${method} at revision ${expectedRevision}`, call)
      }
      const block = await store.get(ada, persona.id)
      if (!same([block?.revision, block?.kind], [1, 'core'])) bench.fail('the block unchanged', show(block))
      await mustRefuse(bench, named('the revision', noRevisions), (wrong) =>
        store.append(ada, persona.id, bytes('u'), { expectedRevision: wrong }),
      )
      const { revision } = await store.append(ada, persona.id, bytes('u'), { expectedRevision: 1 })
      const remove = (id: string, seen: number) => (): unknown => store.delete(ada, id, { expectedRevision: seen })
      await mustEndWith(bench, undefined, 'a delete at the last revision', remove(persona.id, revision))
      await mustEndWith(bench, undefined, 'a delete of a missing block at revision 0', remove('gone', 0))
    },
  },
  {
    code: 'BLOCK_OPERATION',
    name: 'appends the update of an operation once, and returns the first answer to a retry, even after a compaction',
    contract: [
      'BlockAppendOptions.operation',
      'Repeating it changes nothing and returns the first result again, whatever its `expectedRevision`, even after a compaction',
    ],
    check: async (store, bench) => {
      await store.create(ada, persona)
      const options = { expectedRevision: 1, operation: 'edit' }
      const mustAnswer = async (when: string, repeated: boolean): Promise<void> => {
        const answer = await store.append(ada, persona.id, bytes('u'), options)
        const wanted = { revision: 2, repeated }
        mustEqual(bench, answer, wanted, `${show(wanted)} ${when}`)
      }
      await mustAnswer('on the first call', false)
      await mustAnswer('for a retry', true)
      await store.append(ada, persona.id, bytes('v'))
      await mustAnswer('for a retry after another update', true)
      const seen = contentTexts(await store.read(ada, persona.id)).toSorted()
      mustEqual(bench, seen, ['u', 'v', undefined], 'each update once')
      await store.compact(ada, persona.id, bytes('uv'), 3)
      await mustAnswer('for a retry after a compaction', true)
      mustEqual(bench, contentTexts(await store.read(ada, persona.id)), ['uv'], 'the snapshot alone')
      await store.create(ada, { ...persona, id: 'other', label: 'other' })
      const elsewhere = await store.append(ada, 'other', bytes('u'), { operation: 'edit' })
      if (elsewhere.repeated) bench.fail('a separate operation in another block', show(elsewhere))
    },
  },
  {
    code: 'BLOCK_OPERATION_OTHER',
    name: 'refuses an operation name that was used for another update, and names that cannot be stored',
    contract: ['BlockAppendOptions.operation', 'A name that belongs to a different update is `STORE_VALUE_INVALID`.'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      await store.append(ada, persona.id, bytes('abc'), { operation: 'edit' })
      await mustRefuse(bench, named('the operation of "abc" with', ['abd', 'ab', 'abcd']), (other) =>
        store.append(ada, persona.id, bytes(other), { operation: 'edit' }),
      )
      await mustRefuse(bench, named('the operation', ['', 'x'.repeat(201), '\ud800', 7, null]), (operation) =>
        store.append(ada, persona.id, bytes('d'), { operation: operation }),
      )
      const { updates = [] } = (await store.read(ada, persona.id)) ?? {}
      if (updates.length !== 1) bench.fail('the first update alone', show(updates.length))
    },
  },
]
