import type { Scope } from '@lamella/core'
import type { SessionStore, StoredRun, WriteRunOptions } from '@lamella/core/store'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { hostileTexts } from '../samples/texts.ts'
import { codeOf, mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import { lacking } from '../stores/lacking.ts'
import type { StoreBench } from '../stores/options.ts'
import { messagesOf } from './append-rules.ts'
import type { SessionRule } from './options.ts'
import { anyRun, noRuns, soundRuns } from './run-samples.ts'
import { say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const keeps =
  'Keeps the state of a run with the session and returns the new revision; creates the session if it does not exist.'
const plain =
  'The state is any plain JSON object. It replaces the state before, whose bytes are gone when this resolves.'
const hidden = 'It has no position, size or time, so pages, `length`, `size`, `updatedAt` and search do not show it.'
const follows = 'It is deleted and erased with the session, copied by `fork`, and kept by `export` and `import`.'

/** The two methods, of a store that has both. */
interface Runs {
  read(session: string, of?: Scope): Promise<StoredRun | undefined>
  write(session: string, run: object, options?: WriteRunOptions, of?: Scope): Promise<number>
}

/** Skips the case if the store lacks one of the methods. */
function runsOf(store: SessionStore, { skip }: StoreBench<SessionStore>): Runs {
  const { readRun, writeRun } = store
  if (!readRun || !writeRun) return skip(lacking(store, 'readRun', 'writeRun'))
  return {
    read: (session, of = scope) => readRun.call(store, of, session),
    write: (session, run, options, of = scope) => writeRun.call(store, of, session, run, options),
  }
}

/** Rules for the state of a run. If the store cannot keep one, all but the first are skipped. */
export const runRules: readonly SessionRule[] = [
  {
    code: 'SESSION_RUN_METHODS',
    name: 'has both methods for runs, or neither',
    contract: ['SessionStore.readRun', 'A store has both methods or neither.'],
    check: (store, { fail }) => {
      const has = [typeof store.readRun, typeof store.writeRun].map((type) => type === 'function')
      if (has[0] !== has[1]) fail('readRun() and writeRun()', lacking(store, 'readRun', 'writeRun'))
    },
  },
  {
    code: 'SESSION_RUN_ROUND_TRIP',
    name: 'returns the state of a run unchanged, or refuses lone surrogates that it cannot store',
    contract: ['SessionStore.writeRun', plain],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const nextScope = newScopes()
      const check = async (run: object): Promise<void> => {
        const own = nextScope()
        const code = await codeOf(() => runs.write('s', run, {}, own))
        const isRefused = !code.endsWith('no error')
        // JSON writes lone surrogates, and nothing else, as `\\ud8` and so on.
        const mayRefuse = code === 'STORE_VALUE_INVALID' && /\\ud[89a-f]/.test(JSON.stringify(run))
        if (isRefused && !mayRefuse) bench.fail(`${canonical(run)} to be stored`, code)
        const stored = await runs.read('s', own)
        const wanted = isRefused ? undefined : { run, revision: 1 }
        if (!same(stored, wanted)) bench.fail(canonical(wanted), canonical(stored))
      }
      for (const run of soundRuns) await check(run)
      for (const text of hostileTexts) await check(Object.fromEntries([[text, { text }]]))
      await bench.forEach(anyRun, check)
    },
  },
  {
    code: 'SESSION_RUN_REPLACED',
    name: 'returns the last state of a run as a whole, with the revision at which it was written',
    contract: ['StoredRun.revision', "The session's revision when it was written."],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const expectRun = async (wanted: StoredRun | undefined): Promise<void> => {
        const stored = await runs.read('s')
        if (!same(stored, wanted)) bench.fail(show(wanted), show(stored))
      }
      await expectRun(undefined)
      await store.append(scope, 's', [say('a')])
      await expectRun(undefined)
      let expected = 1
      for (const run of [{ a: 1, b: 2 }, { b: 3 }, {}, { text: 'x'.repeat(10_000) }, { text: 'y' }]) {
        const revision = await runs.write('s', run)
        if (revision !== ++expected) bench.fail(`revision ${expected}`, show(revision))
        await expectRun({ run, revision })
      }
      const { revision } = await store.append(scope, 's', [say('b')])
      if (revision !== expected + 1) bench.fail(`revision ${expected + 1} of an append`, show(revision))
      await expectRun({ run: { text: 'y' }, revision: expected })
    },
  },
  {
    code: 'SESSION_RUN_REFUSED',
    name: 'refuses a state that is not an object or that JSON cannot keep, and changes nothing',
    contract: ['SessionStore.writeRun', '`STORE_VALUE_INVALID` for a value that is not a plain JSON object'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      await runs.write('s', { epoch: 1 })
      for (const [what, run] of noRuns) {
        for (const session of ['s', 'none']) {
          const write = (): unknown => runs.write(session, run as object)
          await mustEndWith(bench, 'STORE_VALUE_INVALID', `${what} as the state of a run`, write)
        }
      }
      const seen = [await runs.read('s'), (await store.info(scope, 's'))?.revision, await store.info(scope, 'none')]
      const wanted = [{ run: { epoch: 1 }, revision: 1 }, 1, undefined]
      if (!same(seen, wanted)) bench.fail(show(wanted), show(seen))
    },
  },
  {
    code: 'SESSION_RUN_CONFLICT',
    name: 'keeps no state from a writer that expects another revision, and refuses an append that missed a state',
    contract: [
      'SessionStore.writeRun',
      'of two processes that continue the same session with an `expectedRevision`, one gets `SESSION_CONFLICT`',
    ],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const write = (epoch: number, expectedRevision: number) => runs.write('s', { epoch }, { expectedRevision })
      await mustEndWith(bench, 'SESSION_CONFLICT', 'revision 1 of a missing session', () => write(1, 1))
      const revision = await write(2, 0)
      await write(3, revision)
      for (const other of [0, revision, revision + 2, revision + 100]) {
        const what = `a state for revision ${other} and not ${revision + 1}`
        await mustEndWith(bench, 'SESSION_CONFLICT', what, () => write(4, other))
      }
      for (const wrong of [-1, 0.5, Number.NaN, '1']) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `the revision ${show(wrong)}`, () => write(5, wrong as number))
      }
      const append = (expectedRevision: number): unknown => store.append(scope, 's', [say('a')], { expectedRevision })
      await mustEndWith(bench, 'SESSION_CONFLICT', 'an append that missed a state', () => append(revision))
      const stored = await runs.read('s')
      const wanted = { run: { epoch: 3 }, revision: revision + 1 }
      if (!same(stored, wanted)) bench.fail(show(wanted), show(stored))
      await mustEndWith(bench, undefined, 'an append after the last state', () => append(revision + 1))
      await mustEndWith(bench, 'SESSION_CONFLICT', 'a state that missed an append', () => write(6, revision + 1))
    },
  },
  {
    code: 'SESSION_RUN_HIDDEN',
    name: 'shows the state of a run in no page, size, length, time or search, also in a session that has nothing else',
    contract: ['SessionStore.writeRun', hidden],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const describe = async (): Promise<unknown> => {
        const { length, size, updatedAt } = (await store.info(scope, 's')) ?? {}
        const page = await store.page(scope, 's')
        const read = await store.read(scope, 's', 0, 99)
        return [length, size, updatedAt, page.length, page.messages, page.notices, read]
      }
      const at = new Date('2026-05-12T08:00:00.000Z')
      await store.append(scope, 's', [say('a'), say('b')], { at })
      const before = canonical(await describe())
      const run = { head: [['system', 'zanzibar']], messages: [say('zanzibar')] }
      await runs.write('s', run)
      const after = canonical(await describe())
      if (after !== before) bench.fail(before, after)
      const hits = (await store.search?.(scope, { query: 'zanzibar', mode: 'keyword' })) ?? []
      if (hits.length > 0) bench.fail('no hits', show(hits))
      await runs.write('only', run)
      const { length, size } = (await store.info(scope, 'only')) ?? {}
      const { sessions } = await store.list(scope)
      const seen = [length, size, await messagesOf(store, scope, 'only'), sessions.map(({ id }) => id)]
      const wanted = [0, 0, [], ['only', 's']]
      if (!same(seen, wanted)) bench.fail(show(wanted), show(seen))
      const { start, revision } = await store.append(scope, 'only', [say('a')])
      if (start !== 0 || revision !== 2) bench.fail('the first message at revision 2', show({ start, revision }))
    },
  },
  {
    code: 'SESSION_RUN_KEPT_APART',
    name: 'returns the state of a run only to its owner and for its session',
    contract: ['SessionStore.writeRun', keeps],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const owners: readonly Scope[] = [
        scope,
        { tenant: 'acme' },
        { ...scope, agent: 'bot' },
        { tenant: 'other', user: 'ada' },
      ]
      const places = owners.flatMap((owner) => ['s', 't'].map((session) => ({ owner, session })))
      for (const [written, { owner, session }] of places.entries()) {
        await runs.write(session, { written }, {}, owner)
        const seen = await Promise.all(
          places.map(async (one) => (await runs.read(one.session, one.owner))?.run['written']),
        )
        const wanted = places.map((_, place) => (place <= written ? place : undefined))
        if (!same(seen, wanted)) bench.fail(show(wanted), show(seen))
      }
    },
  },
  {
    code: 'SESSION_RUN_GONE',
    name: 'deletes and erases the state of a run with its session, including when the id is reused',
    contract: ['SessionStore.writeRun', follows],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const remove = [
        (): Promise<unknown> => store.delete(scope, 's'),
        ...(store.erase ? [async (): Promise<unknown> => await store.erase?.(scope)] : []),
      ]
      for (const one of remove) {
        await runs.write('s', { epoch: 1 })
        await store.append(scope, 's', [say('a')])
        await runs.write('s', { epoch: 2 })
        await one()
        const gone = await runs.read('s')
        if (gone !== undefined) bench.fail('no state of a deleted session', show(gone))
        await store.append(scope, 's', [say('b')])
        const reused = await runs.read('s')
        if (reused !== undefined) bench.fail('no state of the session that had this id before', show(reused))
        const revision = await runs.write('s', { epoch: 3 })
        if (revision !== 2) bench.fail('revision 2', show(revision))
        await store.delete(scope, 's')
      }
    },
  },
  {
    code: 'SESSION_RUN_FORK',
    name: 'copies the state of a run into a fork at any position, and both change independently',
    contract: ['SessionStore.fork', 'the run is copied whole, whatever `at` is'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      if (!store.fork) return bench.skip(lacking(store, 'fork'))
      await store.append(scope, 'trunk', [say('a')])
      await store.fork(scope, 'trunk', 'before')
      await runs.write('trunk', { epoch: 1 })
      await store.append(scope, 'trunk', [say('b')])
      const kept = { run: { epoch: 1 }, revision: 2 }
      const expectRun = async (session: string, wanted: StoredRun | undefined): Promise<void> => {
        const stored = await runs.read(session)
        if (!same(stored, wanted)) bench.fail(`${show(wanted)} in ${session}`, show(stored))
      }
      await expectRun('before', undefined)
      for (const at of [undefined, 2, 1]) {
        const into = `at ${at}`
        await store.fork(scope, 'trunk', into, at)
        await expectRun(into, { ...kept, revision: 1 })
        const revision = await runs.write(into, { epoch: into })
        if (revision !== 2) bench.fail('revision 2', show(revision))
        await store.fork(scope, into, `again ${into}`)
        await expectRun(`again ${into}`, { run: { epoch: into }, revision: 1 })
      }
      await expectRun('trunk', kept)
      await runs.write('only', { epoch: 7 })
      await store.fork(scope, 'only', 'nothing else', 0)
      await store.delete(scope, 'only')
      await expectRun('nothing else', { run: { epoch: 7 }, revision: 1 })
    },
  },
]
