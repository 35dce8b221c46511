import type { StoredRun } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { lacking } from '../stores/lacking.ts'
import type { SessionRule } from './options.ts'
import { runsOf } from './runs-of.ts'
import { say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const adds = 'Whether the value is added to what is kept, which is not written again'

/** Rules for what is added to the state of a run. If the store has no `runs`, all of them are skipped. */
export const runAddRules: readonly SessionRule[] = [
  {
    code: 'SESSION_RUN_ADDED',
    name: 'returns what was added to the state of a run in order, until a new state replaces all of it',
    contract: ['WriteRunOptions.adds', adds],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const expectRun = async (run: object, added: readonly object[], version: number): Promise<void> => {
        mustEqual(bench, await runs.read('s'), { run, ...(added.length > 0 && { added }), version })
      }
      await store.append(scope, 's', [say('a')])
      let version = await runs.add('s', { first: 1 }, 0)
      if (version !== 1) bench.fail('version 1', show(version))
      await expectRun({ first: 1 }, [], version)
      const added: object[] = []
      for (const part of [{ a: 1 }, { a: 1 }, {}, { text: 'x'.repeat(10_000) }, { first: null }]) {
        const next = await runs.add('s', part, version)
        if (next <= version) bench.fail(`a version after ${version}`, show(next))
        version = next
        added.push(part)
        await expectRun({ first: 1 }, added, version)
      }
      await store.append(scope, 's', [say('b')])
      for (const expected of [0, version - 1, version + 1]) {
        const late = (): unknown => runs.add('s', { late: expected }, expected)
        await mustEndWith(bench, 'RUN_CONFLICT', `an addition at version ${expected}`, late)
      }
      await mustEndWith(bench, 'STORE_VALUE_INVALID', 'an addition that is a list', () => runs.add('s', [], version))
      await expectRun({ first: 1 }, added, version)
      version = await runs.write('s', { second: 2 }, version)
      await expectRun({ second: 2 }, [], version)
      version = await runs.add('s', { third: 3 }, version)
      await expectRun({ second: 2 }, [{ third: 3 }], version)
    },
  },
  {
    code: 'SESSION_RUN_ADDED_FORK',
    name: 'copies what was added to the state of a run into a fork, and deletes it with the session',
    contract: ['SessionTransfer.fork', 'The state of the run is copied whole, whatever `at` is, and is at version 1.'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const { transfer } = store
      if (!transfer) return bench.skip(lacking(store, 'transfer.fork'))
      const expectRun = async (session: string, wanted: StoredRun | undefined): Promise<void> => {
        mustEqual(bench, await runs.read(session), wanted, `${show(wanted)} in ${session}`)
      }
      await store.append(scope, 'trunk', [say('a')])
      let version = await runs.write('trunk', { epoch: 1 }, 0)
      for (const turn of [1, 2]) version = await runs.add('trunk', { turn }, version)
      const added = [{ turn: 1 }, { turn: 2 }]
      await transfer.fork(scope, 'trunk', 'fork')
      await expectRun('fork', { run: { epoch: 1 }, added, version: 1 })
      await runs.add('fork', { turn: 'own' }, 1)
      await transfer.fork(scope, 'fork', 'again')
      await expectRun('again', { run: { epoch: 1 }, added: [...added, { turn: 'own' }], version: 1 })
      await expectRun('trunk', { run: { epoch: 1 }, added, version })
      await store.delete(scope, 'trunk')
      await store.append(scope, 'trunk', [say('b')])
      await expectRun('trunk', undefined)
      await runs.add('trunk', { epoch: 2 }, 0)
      await expectRun('trunk', { run: { epoch: 2 }, version: 1 })
    },
  },
]
