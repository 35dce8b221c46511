import type { Scope } from '@lamella/core'
import type { StoredRun } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { hasAll, lacking } from '../stores/lacking.ts'
import { mustStay } from '../stores/unchanged.ts'
import { messagesOf } from './append-rules.ts'
import type { SessionRule } from './options.ts'
import { runsOf } from './runs-of.ts'
import { linesOf, say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const keeps = "Keeps the state of a run with the session, as durably as the store's settings promise"
const unchanged = "Changes neither the session's revision nor its times."
const follows =
  'The state is derived from the session: it is deleted and erased with it, `fork` copies it, and `export` leaves it out.'

/** Rules for the state of a run and the session that it belongs to. */
export const runSessionRules: readonly SessionRule[] = [
  {
    code: 'SESSION_RUN_HIDDEN',
    name: 'changes no revision, time, size, length, page or search of the session',
    contract: ['SessionRuns.write', unchanged],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const describe = async (): Promise<unknown> => [
        await store.info(scope, 's'),
        await store.page(scope, 's'),
        await store.read(scope, 's', 0, 99),
        await store.list(scope),
      ]
      const at = new Date('2026-05-12T08:00:00.000Z')
      const { revision } = await store.append(scope, 's', [say('a'), say('b')], { at })
      const run = { head: [['system', 'zanzibar']], messages: [say('zanzibar')] }
      await mustStay(bench, describe, async () => runs.write('s', run, await runs.write('s', run, 0)))
      const hits = (await store.search?.(scope, { query: 'zanzibar', mode: 'keyword' }))?.hits ?? []
      if (hits.length > 0) bench.fail('no hits', show(hits))
      const append = (): unknown => store.append(scope, 's', [say('c')], { expectedRevision: revision })
      await mustEndWith(bench, undefined, 'an append at the revision from before the state', append)
    },
  },
  {
    code: 'SESSION_RUN_CREATES',
    name: 'creates an empty session at revision 1 for the state of a run',
    contract: ['SessionRuns.write', 'If there is no session, creates an empty one at revision 1.'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      await runs.write('only', { epoch: 1 }, 0)
      const empty = { id: 'only', revision: 1, length: 0, size: 0 }
      const seen = [await store.info(scope, 'only'), await messagesOf(store, scope, 'only'), await store.list(scope)]
      mustEqual(bench, seen, [empty, [], { sessions: [empty], more: false }])
      const { start, revision } = await store.append(scope, 'only', [say('a')], { expectedRevision: 1 })
      if (start !== 0 || revision !== 2) bench.fail('the first message at revision 2', show({ start, revision }))
    },
  },
  {
    code: 'SESSION_RUN_EXPORT',
    name: 'leaves the state of a run out of an export, also of a session that it has created',
    contract: ['SessionRuns', follows],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      if (!store.transfer) return bench.skip(lacking(store, 'transfer.export'))
      const lines = async (session: string): Promise<readonly string[]> =>
        linesOf(store.transfer?.export(scope, session) ?? [])
      await store.append(scope, 's', [say('a')])
      const before = await lines('s')
      await runs.write('s', { epoch: 1 }, 0)
      const after = await lines('s')
      if (!same(before, after)) bench.fail(show(before), show(after))
      await runs.write('begun', { epoch: 2 }, 0)
      for (const count of [0, 1]) {
        if (count > 0) await store.append(scope, 'begun', [say('b')])
        const exported = await lines('begun')
        const into = `copy ${count}`
        await store.transfer.import(scope, exported, { session: into })
        mustEqual(bench, await runs.read(into), undefined, 'no state of an imported session')
        const again = (await lines(into)).map((line) => line.replace(`"id":"${into}"`, '"id":"begun"'))
        if (!same(exported, again)) bench.fail(show(exported), show(again))
      }
    },
  },
  {
    code: 'SESSION_RUN_KEPT_APART',
    name: 'returns the state of a run only to its owner and for its session',
    contract: ['SessionRuns.write', keeps],
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
        await runs.write(session, { written }, 0, owner)
        const seen = await Promise.all(
          places.map(async (one) => (await runs.read(one.session, one.owner))?.run['written']),
        )
        const wanted = places.map((_, place) => (place <= written ? place : undefined))
        mustEqual(bench, seen, wanted)
      }
    },
  },
  {
    code: 'SESSION_RUN_GONE',
    name: 'deletes and erases the state of a run with its session, including when the id is reused',
    contract: ['SessionRuns', follows],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      const remove = [
        (): Promise<unknown> => store.delete(scope, 's'),
        ...(hasAll(store, 'admin.erase') ? [async (): Promise<unknown> => await store.admin?.erase(scope)] : []),
      ]
      for (const one of remove) {
        const first = await runs.write('s', { epoch: 1 }, 0)
        await store.append(scope, 's', [say('a')])
        await runs.write('s', { epoch: 2 }, first)
        await one()
        mustEqual(bench, await runs.read('s'), undefined, 'no state of a deleted session')
        await store.append(scope, 's', [say('b')])
        mustEqual(bench, await runs.read('s'), undefined, 'no state of the session that had this id before')
        await mustEndWith(bench, undefined, 'a first state', () => runs.write('s', { epoch: 3 }, 0))
        await store.delete(scope, 's')
      }
    },
  },
  {
    code: 'SESSION_RUN_FORK',
    name: 'copies the state of a run into a fork at any position, and both change independently',
    contract: ['SessionTransfer.fork', 'The state of the run is copied whole, whatever `at` is, and is at version 1.'],
    check: async (store, bench) => {
      const runs = runsOf(store, bench)
      if (!store.transfer) return bench.skip(lacking(store, 'transfer.fork'))
      await store.append(scope, 'trunk', [say('a')])
      await store.transfer.fork(scope, 'trunk', 'before')
      const first = await runs.write('trunk', { epoch: 0 }, 0)
      const version = await runs.write('trunk', { epoch: 1 }, first)
      await store.append(scope, 'trunk', [say('b')])
      const kept = { run: { epoch: 1 }, version }
      const expectRun = async (session: string, wanted: StoredRun | undefined): Promise<void> => {
        mustEqual(bench, await runs.read(session), wanted, `${show(wanted)} in ${session}`)
      }
      await expectRun('before', undefined)
      for (const at of [undefined, 2, 1]) {
        const into = `at ${at}`
        await store.transfer.fork(scope, 'trunk', into, at)
        await expectRun(into, { ...kept, version: 1 })
        await runs.write(into, { epoch: into }, 1)
        await store.transfer.fork(scope, into, `again ${into}`)
        await expectRun(`again ${into}`, { run: { epoch: into }, version: 1 })
      }
      await expectRun('trunk', kept)
      await runs.write('only', { epoch: 7 }, 0)
      await store.transfer.fork(scope, 'only', 'nothing else', 0)
      await store.delete(scope, 'only')
      await expectRun('nothing else', { run: { epoch: 7 }, version: 1 })
    },
  },
]
