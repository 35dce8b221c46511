import type { SessionStore } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { lacking } from '../stores/lacking.ts'
import { messagesOf } from './append-rules.ts'
import type { SessionRule } from './options.ts'
import { said, say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const forked =
  'Creates a new session from the messages before `at` (default: all of them) and the compactions that lie before it.'

const textsOf = async (store: SessionStore, session: string): Promise<readonly string[]> =>
  (await messagesOf(store, scope, session)).map(said)

/** Rules for forks. If the store has no `transfer`, all of them are skipped. */
export const forkRules: readonly SessionRule[] = [
  {
    code: 'SESSION_FORK',
    name: 'forks a session at the given position, and both grow independently',
    contract: ['SessionTransfer.fork', forked],
    check: async (store, bench) => {
      if (!store.transfer) return bench.skip(lacking(store, 'transfer.fork'))
      await store.append(scope, 'trunk', ['a', 'b'].map(say))
      await store.append(scope, 'trunk', ['c', 'd'].map(say))
      const trunk = await store.info(scope, 'trunk')
      for (const [into, at, wanted] of [
        ['whole', undefined, ['a', 'b', 'c', 'd']],
        ['part', 3, ['a', 'b', 'c']],
        ['none', 0, []],
      ] as const) {
        const info = await store.transfer.fork(scope, 'trunk', into, at)
        mustEqual(bench, await textsOf(store, into), wanted, `${show(wanted)} in a fork at ${at}`)
        const size = wanted.reduce((sum, text) => sum + JSON.stringify(say(text)).length, 0)
        const { id, length, forkedFrom } = info
        const expected = { id: into, length: wanted.length, size, forkedFrom: { session: 'trunk', at: wanted.length } }
        if (!same({ id, length, size: info.size, forkedFrom }, expected)) bench.fail(show(expected), show(info))
        mustEqual(bench, await store.info(scope, into), info, `${show(info)} as info of the fork`)
      }
      mustEqual(bench, await store.info(scope, 'trunk'), trunk, `${show(trunk)} of the session that was forked`)
      await store.append(scope, 'part', [say('x')])
      await store.append(scope, 'trunk', [say('y')])
      const grown = [await textsOf(store, 'part'), await textsOf(store, 'trunk')]
      const wanted = ['abcx', 'abcdy'].map((texts) => [...texts])
      mustEqual(bench, grown, wanted)
      await store.delete(scope, 'trunk')
      mustEqual(bench, await textsOf(store, 'whole'), ['a', 'b', 'c', 'd'], 'the fork of a deleted session')
    },
  },
  {
    code: 'SESSION_FORK_STATE',
    name: 'copies earlier compactions into a fork but no operations, and starts it at revision 1',
    contract: ['SessionTransfer.fork', 'The session and its messages are at revision 1.'],
    check: async (store, { fail, skip }) => {
      if (!store.transfer) return skip(lacking(store, 'transfer.fork'))
      for (const operation of ['1', '2', '3']) await store.append(scope, 'trunk', ['a', 'b'].map(say), { operation })
      for (const [start, end] of [
        [0, 2],
        [1, 5],
        [2, 4],
      ] as const) {
        await store.compactions?.add(scope, 'trunk', { start, end, text: `${start} to ${end}` })
      }
      const { revision } = await store.transfer.fork(scope, 'trunk', 'fork', 4)
      if (revision !== 1) fail('revision 1', show(revision))
      const known = (await store.compactions?.list(scope, 'fork')) ?? []
      const sorted = known.toSorted((a, b) => a.start - b.start)
      const seen = sorted.map((one) => [one.start, one.end, one.text, one.revision])
      const wanted = [
        [0, 2, '0 to 2', 1],
        [2, 4, '2 to 4', 1],
      ]
      if (store.compactions && !same(seen, wanted)) fail(show(wanted), show(seen))
      const { repeated, start } = await store.append(scope, 'fork', ['a', 'b'].map(say), { operation: '1' })
      if (repeated || start !== 4) fail("operation '1' to be new in the fork", show({ repeated, start }))
    },
  },
  {
    code: 'SESSION_FORK_REFUSED',
    name: 'refuses to fork a missing session, into an existing one, or at an invalid position',
    contract: ['SessionTransfer.fork', '@throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING`'],
    check: async (store, bench) => {
      if (!store.transfer) return bench.skip(lacking(store, 'transfer.fork'))
      const fork = (from: string, into: unknown, at?: unknown): Promise<unknown> | undefined =>
        store.transfer?.fork(scope, from, into as string, at as number)
      await store.append(scope, 'a', [say('one')])
      await store.append(scope, 'b', [say('two')])
      await mustEndWith(bench, 'SESSION_MISSING', 'a fork of a missing session', () => fork('none', 'c'))
      await mustEndWith(bench, 'SESSION_EXISTS', 'a fork into another session', () => fork('a', 'b'))
      await mustEndWith(bench, 'SESSION_EXISTS', 'a fork into itself', () => fork('a', 'a'))
      for (const at of [2, -1, 0.5, Number.NaN, '1']) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `a fork at ${show(at)} of 1`, () => fork('a', 'c', at))
      }
      const { sessions } = await store.list(scope)
      const texts = await textsOf(store, 'b')
      if (sessions.length !== 2 || !same(texts, ['two'])) bench.fail('both sessions unchanged', show([sessions, texts]))
    },
  },
]
