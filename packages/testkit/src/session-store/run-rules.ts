import type { RunVersion, StoredRun } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { hostileTexts } from '../samples/texts.ts'
import { codeOf, mustEndWith, mustWinOnce } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import { lacking } from '../stores/lacking.ts'
import type { SessionRule } from './options.ts'
import { anyRun, noRuns, soundRuns } from './run-samples.ts'
import { runsOf } from './runs-of.ts'
import { say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const keeps = "Keeps the state of a run with the session, as durably as the store's settings promise"

/** Rules for the state of a run. If the store has no `runs`, all of them are skipped. */
export const runRules: readonly SessionRule[] = [
  {
    code: 'SESSION_RUN_ROUND_TRIP',
    name: 'returns the state of a run unchanged, or refuses lone surrogates that it cannot store',
    contract: ['SessionRuns.write', keeps],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const nextScope = newScopes()
      const check = async (run: object): Promise<void> => {
        const own = nextScope()
        const code = await codeOf(() => runs.write('s', run, 0, own))
        const isRefused = !code.endsWith('no error')
        // JSON writes lone surrogates, and nothing else, as `\\ud8` and so on.
        const mayRefuse = code === 'STORE_VALUE_INVALID' && /\\ud[89a-f]/.test(JSON.stringify(run))
        if (isRefused && !mayRefuse) bench.fail(`${canonical(run)} to be stored`, code)
        const stored = await runs.read('s', own)
        const wanted = isRefused ? undefined : { run, version: 1 }
        mustEqual(bench, stored, wanted)
      }
      for (const run of soundRuns) await check(run)
      for (const text of hostileTexts) await check(Object.fromEntries([[text, { text }]]))
      await bench.forEach(anyRun, check)
    },
  },
  {
    code: 'SESSION_RUN_REPLACED',
    name: 'returns the last state of a run as a whole, with a version that is larger each time',
    contract: ['SessionRuns.write', 'Versions begin at 1 and increase with each change.'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const expectRun = async (wanted: StoredRun | undefined): Promise<void> => {
        mustEqual(bench, await runs.read('s'), wanted)
      }
      await expectRun(undefined)
      await store.append(scope, 's', [say('a')])
      await expectRun(undefined)
      let before = 0
      for (const run of [{ a: 1, b: 2 }, { b: 3 }, {}, { text: 'x'.repeat(10_000) }, { text: 'y' }]) {
        const version = await runs.write('s', run, before)
        if (before === 0 ? version !== 1 : version <= before)
          bench.fail(`a version after ${before}, from 1`, show(version))
        before = version
        await expectRun({ run: run as StoredRun['run'], version })
      }
      await store.append(scope, 's', [say('b')])
      await expectRun({ run: { text: 'y' }, version: before })
    },
  },
  {
    code: 'SESSION_RUN_REFUSED',
    name: 'refuses a state that is not an object or that JSON cannot keep, and changes nothing',
    contract: ['SessionRuns.write', '`STORE_VALUE_INVALID` for a value that is not a plain JSON object'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const version = await runs.write('s', { epoch: 1 }, 0)
      const refused = async (what: string, run: unknown, expected: (session: string) => unknown): Promise<void> => {
        for (const session of ['s', 'none']) {
          const write = (): unknown => runs.write(session, run as object, expected(session) as number)
          await mustEndWith(bench, 'STORE_VALUE_INVALID', what, write)
        }
      }
      for (const [what, run] of noRuns)
        await refused(`${what} as the state of a run`, run, (session) => (session === 's' ? version : 0))
      for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined])
        await refused(`the version ${show(wrong)}`, { epoch: 2 }, () => wrong)
      const seen = [await runs.read('s'), (await store.info(scope, 's'))?.revision, await store.info(scope, 'none')]
      mustEqual(bench, seen, [{ run: { epoch: 1 }, version }, 1, undefined])
    },
  },
  {
    code: 'SESSION_RUN_CONFLICT',
    name: 'keeps nothing from a writer that expects another version, and creates no session for it',
    contract: ['SessionRuns.write', '`RUN_CONFLICT` when the state is not at `expectedVersion`'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const refused = (session: string, expected: number): Promise<void> =>
        mustEndWith(bench, 'RUN_CONFLICT', `version ${expected} of ${session}`, () =>
          runs.write(session, { epoch: 4 }, expected),
        )
      await refused('none', 1)
      mustEqual(bench, await store.info(scope, 'none'), undefined, 'no session')
      await store.append(scope, 's', [say('a')])
      await refused('s', 1)
      const first = await runs.write('s', { epoch: 2 }, 0)
      await refused('s', 0)
      const version = await runs.write('s', { epoch: 3 }, first)
      for (const expected of [0, first, version + 1, version + 100]) await refused('s', expected)
      mustEqual(bench, await runs.read('s'), { run: { epoch: 3 }, version })
    },
  },
  {
    code: 'SESSION_RUN_PARALLEL',
    name: 'lets one of several concurrent writers of a run with the same expected version win',
    contract: ['SessionRuns.write', '`RUN_CONFLICT` when the state is not at `expectedVersion`'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      let expected = 0
      for (let round = 0; round < 4; round++) {
        const write = (writer: number): unknown => runs.write('s', { written: `${round}.${writer}` }, expected)
        const codes = await mustWinOnce(bench, 'RUN_CONFLICT', write)
        const winner = codes.findIndex((code) => code !== 'RUN_CONFLICT')
        const stored = await runs.read('s')
        if (stored?.run['written'] !== `${round}.${winner}`) bench.fail(`the run ${round}.${winner}`, show(stored))
        expected = stored?.version ?? 0
      }
    },
  },
  {
    code: 'SESSION_RUN_VERSION',
    name: 'says which state of a run it has, and never the same of two',
    contract: ['SessionRuns.version', 'Returns which state of the run is kept'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const versionOf = async (): Promise<RunVersion | undefined> => store.runs?.version?.(scope, 's')
      if (!store.runs?.version) return bench.skip(lacking(store, 'runs.version'))
      const seen: string[] = []
      for (const created of [0, 1]) {
        if (created === 1) await store.delete(scope, 's')
        await store.append(scope, 's', [say('a')])
        mustEqual(bench, await versionOf(), undefined, 'no version before a run is written')
        let version = 0
        for (const epoch of [1, 2]) {
          version = await runs.write('s', { epoch, created }, version)
          const at = await versionOf()
          if (at?.version !== version) bench.fail(`version ${version}`, show(at))
          seen.push(`${at?.series} ${at?.version}`)
        }
      }
      if (new Set(seen).size < seen.length) bench.fail('another name for each state', show(seen))
    },
  },
]
