import type { NewMemory } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { hasHalf, hostileTexts } from '../samples/texts.ts'
import { codeOf, mustEndWith, mustRefuse, mustWinOnce, named } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { MemoryRule } from './options.ts'
import { anyEntry, noEntries, soundEntry } from './samples.ts'
import { memoryLines } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }

/** Rules for what a put stores and rejects. */
export const putRules: readonly MemoryRule[] = [
  {
    code: 'MEMORY_PUT',
    name: 'returns an entry as it was put, the same from put, get and list, or refuses lone surrogates',
    contract: ['MemoryStore.put', 'Adds an entry, or replaces the one with its id.'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const check = async (entry: NewMemory, mayRefuse: boolean): Promise<void> => {
        const own = nextScope()
        const code = await codeOf(() => store.put(own, entry))
        const isRefused = !code.endsWith('no error')
        if (isRefused && !(mayRefuse && code === 'STORE_VALUE_INVALID')) bench.fail(`${show(entry)} to be stored`, code)
        const kept = await store.get(own, entry.id)
        if (isRefused && kept !== undefined) bench.fail('nothing stored of a refused entry', show(kept))
        if (isRefused) return
        const { revision, ...fields } = kept ?? { revision: 0 }
        mustEqual(bench, fields, { kind: 'note', ...entry })
        const [listed] = (await store.list(own)).entries
        mustEqual(bench, listed, kept, `${show(kept)} in the list`)
      }
      for (const text of hostileTexts.filter((one) => /\S/.test(one)))
        await check({ id: 'a', text: ` ${text} ` }, hasHalf(text))
      await bench.forEach(soundEntry, (entry) => check(entry, false))
      await bench.forEach(anyEntry, (entry) => check(entry, true))
    },
  },
  {
    code: 'MEMORY_REPLACE',
    name: 'replaces the entry with the same id as a whole: old content is neither kept nor found',
    contract: ['MemoryStore.put', 'Adds an entry, or replaces the one with its id.'],
    check: async (store, bench) => {
      const full = {
        id: 'a',
        text: 'green tea',
        kind: 'fact',
        date: '2026-01-10',
        importance: 9,
        tags: ['x'],
        source: 's',
      }
      await store.put(scope, full)
      const answer = await store.put(scope, { id: 'a', text: 'black coffee' })
      const { revision: _, ...fields } = answer
      mustEqual(bench, fields, { id: 'a', kind: 'note', text: 'black coffee' })
      mustEqual(bench, await store.get(scope, 'a'), answer)
      const hits = (await store.search?.(scope, { query: 'green tea', mode: 'keyword' }))?.hits ?? []
      if (hits.length > 0) bench.fail('no hits for words that are no longer in the text', show(hits))
      // Entries that were read may be put with the fields that the store added.
      const { text } = await store.put(scope, { ...answer, text: 'white tea' })
      if (text !== 'white tea') bench.fail('an entry as read to be put back with another text', show(text))
    },
  },
  {
    code: 'MEMORY_REFUSED',
    name: 'refuses invalid entries and those that cannot be stored, and keeps existing ones',
    contract: memoryLines.refused,
    check: async (store, bench) => {
      await store.put(scope, { id: 'a', text: 'before' })
      for (const [what, entry] of noEntries) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => store.put(scope, entry as NewMemory))
        const kept = await store.get(scope, 'a')
        if (kept?.text !== 'before') bench.fail(`the earlier content unchanged after ${what}`, show(kept))
      }
    },
  },
  {
    code: 'MEMORY_REVISION',
    name: 'starts an entry at revision 1, adds one with each change, and restarts at 1 after a delete',
    contract: ['StoredMemory.revision', 'Starts at 1 and increases by 1 with each change.'],
    check: async (store, bench) => {
      const expectRevision = async (text: string, wanted: number): Promise<void> => {
        const { revision } = await store.put(scope, { id: 'a', text })
        const seen = [revision, (await store.get(scope, 'a'))?.revision, (await store.list(scope)).entries[0]?.revision]
        mustEqual(bench, seen, [wanted, wanted, wanted], `revision ${wanted} everywhere`)
      }
      await expectRevision('one', 1)
      await store.put(scope, { id: 'b', text: 'other' })
      await expectRevision('two', 2)
      await expectRevision('three', 3)
      await store.delete(scope, 'a')
      await expectRevision('four', 1)
    },
  },
  {
    code: 'MEMORY_CONFLICT',
    name: 'neither changes nor deletes anything for a writer that expects another revision',
    contract: ['MemoryStore.put', '`MEMORY_CONFLICT` when the entry is not at `expectedRevision`'],
    check: async (store, bench) => {
      const put = (text: string, expectedRevision: number): Promise<{ readonly revision: number }> =>
        store.put(scope, { id: 'a', text }, { expectedRevision })
      const remove = (expectedRevision: number): Promise<boolean> => store.delete(scope, 'a', { expectedRevision })
      await mustEndWith(bench, 'MEMORY_CONFLICT', 'put at revision 1 of a missing entry', () => put('no', 1))
      await mustEndWith(bench, 'MEMORY_CONFLICT', 'delete at revision 1 of a missing entry', () => remove(1))
      const { revision } = await put('one', 0)
      for (const other of [0, revision + 1]) {
        await mustEndWith(bench, 'MEMORY_CONFLICT', `put at revision ${other}`, () => put('no', other))
        await mustEndWith(bench, 'MEMORY_CONFLICT', `delete at revision ${other}`, () => remove(other))
      }
      const kept = await store.get(scope, 'a')
      if (kept?.text !== 'one') bench.fail('the text of the writer that had seen the last revision', show(kept))
      await mustRefuse(bench, named('the revision', [-1, 0.5, Number.NaN, '1']), (wrong) => put('no', wrong))
      if (!(await remove(revision))) bench.fail('true for a delete at the last revision', 'false')
    },
  },
  {
    code: 'MEMORY_PARALLEL',
    name: 'lets one of several concurrent writers with the same expected revision win, and loses no other writes',
    contract: [
      'PutOptions.expectedRevision',
      'The revision the caller last saw; 0 for an entry that must not exist yet.',
    ],
    check: async (store, bench) => {
      await store.put(scope, { id: 'a', text: 'first' })
      for (const expectedRevision of [1, 2, 3, 4]) {
        const others = Array.from({ length: 4 }, (_, index) => ({ id: `${expectedRevision} ${index}`, text: 'other' }))
        const write = (writer: number): unknown =>
          store.put(scope, { id: 'a', text: `${writer}` }, { expectedRevision })
        await Promise.all([
          mustWinOnce(bench, 'MEMORY_CONFLICT', write),
          ...others.map((other) => store.put(scope, other)),
        ])
      }
      const { entries } = await store.list(scope)
      if (entries.length !== 17) bench.fail('17 entries', `${entries.length}`)
    },
  },
  {
    code: 'MEMORY_TIMES',
    name: 'records when an entry was created and changed, if given times',
    contract: ['PutOptions.at', 'When it happened. Stores read no clock.'],
    check: async (store, bench) => {
      const [early, late] = ['2026-05-12T08:00:00.000Z', '2026-05-13T09:30:00.125Z']
      const expectTimes = async (at: string | undefined, ...wanted: readonly unknown[]): Promise<void> => {
        const options = at === undefined ? {} : { at: new Date(at) }
        const { createdAt, updatedAt } = await store.put(scope, { id: 'a', text: `at ${at}` }, options)
        mustEqual(bench, [createdAt, updatedAt], wanted, `created and changed at ${show(wanted)}`)
      }
      await expectTimes(undefined, undefined, undefined)
      await expectTimes(early, early, early)
      await expectTimes(late, early, late)
      await expectTimes(undefined, early, late)
      for (const at of [new Date(Number.NaN), '2026-05-12', 0]) {
        const put = (): unknown => store.put(scope, { id: 'a', text: 'a' }, { at: at as Date })
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `the time ${show(String(at))}`, put)
      }
    },
  },
]
