import type { Message } from '@lamella/core'
import type { SessionStore, StoredRun } from '@lamella/store'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustEqual, mustMatch } from '../kit/must-equal.ts'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { spoil } from '../stores/spoil.ts'
import { mustStay, reopening } from '../stores/unchanged.ts'
import type { SessionRule, TestedSessionStore } from './options.ts'
import { kinds } from './samples.ts'
import { say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-05-12T08:00:00.000Z')

/** Data of every kind that a store can keep. */
export async function fill(store: SessionStore, messages: readonly Message[], run: object = { kinds }): Promise<void> {
  await store.append(scope, 's', messages, { operation: 'one', at })
  await store.compactions?.add(scope, 's', { start: 0, end: 2, text: 'in short' }, { operation: 'two', at })
  await store.runs?.write(scope, 's', run as StoredRun['run'], 0)
  await store.transfer?.fork(scope, 's', 'fork', 3)
}

/** Everything that a store returns about it. */
export async function everything(store: SessionStore): Promise<readonly unknown[]> {
  const { sessions } = await store.list(scope)
  const all: unknown[] = [sessions]
  for (const session of ['s', 'fork']) {
    all.push(
      await store.info(scope, session),
      await store.page(scope, session),
      await store.read(scope, session, 0, 99),
    )
    all.push(await store.compactions?.list(scope, session), await store.runs?.read(scope, session))
  }
  const hits = (await store.search?.(scope, { query: 'news', mode: 'keyword' }))?.hits ?? []
  all.push(hits.map(({ item }) => item))
  return all
}

/** Rules for what happens to stored data, arguments and results. */
export const stateRules: readonly SessionRule[] = [
  {
    code: 'SESSION_PURE',
    name: 'does not mutate its arguments',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: async (store, { fail }) => {
      const messages = structuredClone(kinds) as Message[]
      const before = canonical(messages)
      await store.append(scope, 'before', messages)
      mustMatch({ fail }, canonical(messages), before, 'the messages unchanged')
      // Only frozen values reveal a change that is undone.
      const frozen = deepFreeze({ scope: { ...scope }, options: { operation: 'x', expectedRevision: 0 } })
      await store.append(frozen.scope, 's', deepFreeze(messages), frozen.options)
      await store.page(frozen.scope, 's', deepFreeze({ messages: 2, before: 3, size: 10_000 }))
      await store.list(frozen.scope, deepFreeze({ after: 'a', limit: 2 }))
      await store.compactions?.add(
        frozen.scope,
        's',
        deepFreeze({ start: 0, end: 2, text: 'a' }),
        deepFreeze({ operation: 'y' }),
      )
      await store.runs?.write(frozen.scope, 'run', deepFreeze({ messages }) as unknown as StoredRun['run'], 0)
      await store.search?.(frozen.scope, deepFreeze({ query: 'news', limit: 2, filter: { from: '2026-01-01' } }))
    },
  },
  {
    code: 'SESSION_COPIES',
    name: 'keeps stored values unchanged when callers mutate arguments or results',
    contract: ['SessionStore', 'appended messages never change'],
    check: async (store, bench) => {
      const messages = structuredClone(kinds) as Message[]
      const filled = fill(store, messages)
      // Immediately, while the store may still be writing.
      spoil(messages)
      await filled
      const texts = (await store.read(scope, 's', 0, 99)).map(({ message }) => message)
      mustEqual(bench, texts, kinds, `the given messages: ${show(kinds)}`)
      const run = { messages: structuredClone(kinds) }
      const written = store.runs?.write(scope, 'own', run as unknown as StoredRun['run'], 0)
      spoil(run)
      await written
      const stored = await store.runs?.read(scope, 'own')
      const wanted = store.runs && { messages: kinds }
      if (!same(stored?.run, wanted)) bench.fail(`the given run: ${canonical(wanted)}`, canonical(stored))
      const read = (): Promise<unknown> => everything(store)
      await mustStay(bench, read, async () => spoil(await read()))
      const answer = await store.append(scope, 's', kinds, { operation: 'one' })
      spoil(answer)
      const again = await store.append(scope, 's', kinds, { operation: 'one' })
      if (again.repeated !== true) bench.fail('the first answer again', show(again))
    },
  },
  {
    code: 'SESSION_DELETED',
    name: 'forgets everything about a deleted session, so that its id can be reused',
    contract: ['SessionStore.delete', 'If a session with the same id is created later, it starts again at revision 1.'],
    check: async (store, bench) => {
      const append = (): ReturnType<SessionStore['append']> =>
        store.append(scope, 's', [say('a'), say('b')], { operation: 'one', at })
      await append()
      await store.compactions?.add(scope, 's', { start: 0, end: 1, text: 'in short' })
      await store.delete(scope, 's')
      mustEqual(bench, await store.info(scope, 's'), undefined, 'no info')
      const { revision, start, repeated } = await append()
      mustEqual(bench, { revision, start, repeated }, { revision: 1, start: 0, repeated: false })
      const compactions = (await store.compactions?.list(scope, 's')) ?? []
      if (compactions.length > 0) bench.fail('no compaction of the old session', show(compactions))
    },
  },
  {
    code: 'SESSION_REOPEN',
    name: 'keeps everything across a reopen: messages, operations, compactions, runs, forks',
    contract: ['SessionStore.append', "When this resolves, they are as durable as the store's settings promise"],
    check: reopening<TestedSessionStore>({
      everything,
      fill: async (store) => {
        await fill(store, kinds)
        await store.append(scope, 'deleted', [say('a')])
        await store.delete(scope, 'deleted')
      },
      more: async (again, { fail }) => {
        const { repeated } = await again.append(scope, 's', kinds, { operation: 'one' })
        if (!repeated) fail('an operation from before to be known', show({ repeated }))
        const { start } = await again.append(scope, 's', [say('new')])
        if (start !== kinds.length) fail(`the next message at ${kinds.length}`, show(start))
      },
    }),
  },
]
