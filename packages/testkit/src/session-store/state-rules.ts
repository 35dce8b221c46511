import type { Message } from '@lamella/core'
import type { FoundMessage, SearchResult, SessionStore, StoredRun } from '@lamella/store'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { lacking } from '../stores/lacking.ts'
import { spoil } from '../stores/spoil.ts'
import type { SessionRule } from './options.ts'
import { kinds } from './samples.ts'
import { say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-05-12T08:00:00.000Z')

/** Data of every kind that a store can keep. */
async function fill(store: SessionStore, messages: readonly Message[], run: object = { kinds }): Promise<void> {
  await store.append(scope, 's', messages, { operation: 'one', at })
  await store.compact?.(scope, 's', { start: 0, end: 2, text: 'in short' }, { operation: 'two', at })
  await store.writeRun?.(scope, 's', run as StoredRun['run'], 0)
  await store.fork?.(scope, 's', 'fork', 3)
}

/** Everything that a store returns about it. */
async function everything(store: SessionStore): Promise<readonly unknown[]> {
  const { sessions } = await store.list(scope)
  const all: unknown[] = [sessions]
  for (const session of ['s', 'fork']) {
    all.push(
      await store.info(scope, session),
      await store.page(scope, session),
      await store.read(scope, session, 0, 99),
    )
    all.push(await store.compactions?.(scope, session), await store.readRun?.(scope, session))
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
      if (canonical(messages) !== before) fail(before, canonical(messages))
      // Only frozen values reveal a change that is undone.
      const frozen = deepFreeze({ scope: { ...scope }, options: { operation: 'x', expectedRevision: 0 } })
      await store.append(frozen.scope, 's', deepFreeze(messages), frozen.options)
      await store.page(frozen.scope, 's', deepFreeze({ messages: 2, before: 3, size: 10_000 }))
      await store.list(frozen.scope, deepFreeze({ after: 'a', limit: 2 }))
      await store.compact?.(
        frozen.scope,
        's',
        deepFreeze({ start: 0, end: 2, text: 'a' }),
        deepFreeze({ operation: 'y' }),
      )
      await store.writeRun?.(frozen.scope, 'run', deepFreeze({ messages }) as unknown as StoredRun['run'], 0)
      await store.search?.(frozen.scope, deepFreeze({ query: 'news', limit: 2, filter: { from: '2026-01-01' } }))
    },
  },
  {
    code: 'SESSION_COPIES',
    name: 'keeps stored values unchanged when callers mutate arguments or results',
    contract: ['SessionStore', 'appended messages never change'],
    check: async (store, { fail }) => {
      const messages = structuredClone(kinds) as Message[]
      const filled = fill(store, messages)
      // Immediately, while the store may still be writing.
      spoil(messages)
      await filled
      const texts = (await store.read(scope, 's', 0, 99)).map(({ message }) => message)
      if (!same(texts, kinds)) fail(`the given messages: ${canonical(kinds)}`, canonical(texts))
      const run = { messages: structuredClone(kinds) }
      const written = store.writeRun?.(scope, 'own', run as unknown as StoredRun['run'], 0)
      spoil(run)
      await written
      const stored = await store.readRun?.(scope, 'own')
      const wanted = store.readRun && store.writeRun && { messages: kinds }
      if (!same(stored?.run, wanted)) fail(`the given run: ${canonical(wanted)}`, canonical(stored))
      const before = canonical(await everything(store))
      spoil(await everything(store))
      const after = canonical(await everything(store))
      if (after !== before) fail(before, after)
      const answer = await store.append(scope, 's', kinds, { operation: 'one' })
      spoil(answer)
      const again = await store.append(scope, 's', kinds, { operation: 'one' })
      if (again.repeated !== true) fail('the first answer again', show(again))
    },
  },
  {
    code: 'SESSION_DELETED',
    name: 'forgets everything about a deleted session, so that its id can be reused',
    contract: ['SessionStore.delete', 'If a session with the same id is created later, it starts again at revision 1.'],
    check: async (store, { fail }) => {
      const append = (): ReturnType<SessionStore['append']> =>
        store.append(scope, 's', [say('a'), say('b')], { operation: 'one', at })
      await append()
      await store.compact?.(scope, 's', { start: 0, end: 1, text: 'in short' })
      await store.delete(scope, 's')
      const info = await store.info(scope, 's')
      if (info !== undefined) fail('no info', show(info))
      const { revision, start, repeated } = await append()
      const wanted = { revision: 1, start: 0, repeated: false }
      if (!same({ revision, start, repeated }, wanted)) fail(show(wanted), show({ revision, start, repeated }))
      const compactions = (await store.compactions?.(scope, 's')) ?? []
      if (compactions.length > 0) fail('no compaction of the old session', show(compactions))
    },
  },
  {
    code: 'SESSION_REOPEN',
    name: 'keeps everything across a reopen: messages, operations, compactions, runs, forks',
    contract: ['SessionStore.append', "When this resolves, they are as durable as the store's settings promise"],
    check: async (store, { fail, skip, options: { reopen } }) => {
      if (!reopen) return skip('the option reopen is not set')
      await fill(store, kinds)
      await store.append(scope, 'deleted', [say('a')])
      await store.delete(scope, 'deleted')
      const before = canonical(await everything(store))
      await store.close?.()
      const again = await reopen(store)
      try {
        const after = canonical(await everything(again))
        if (after !== before) fail(before, after)
        const { repeated } = await again.append(scope, 's', kinds, { operation: 'one' })
        if (!repeated) fail('an operation from before to be known', show({ repeated }))
        const { start } = await again.append(scope, 's', [say('new')])
        if (start !== kinds.length) fail(`the next message at ${kinds.length}`, show(start))
      } finally {
        await again.close?.()
      }
    },
  },
  {
    code: 'SESSION_VERIFY',
    name: 'reports no problems in intact data, if it can verify',
    contract: ['SessionStore.verify', 'Checks a session or the whole store for lost data. Changes nothing.'],
    check: async (store, { fail, skip }) => {
      await fill(store, kinds)
      const { notices } = await store.page(scope, 's')
      if (notices.length > 0) fail('no notice with a page', show(notices))
      if (!store.verify) return skip(lacking(store, 'verify'))
      const before = canonical(await everything(store))
      for (const session of ['s', 'fork', 'none']) {
        const found = await store.verify(scope, session)
        if (found.length > 0) fail(`no notice about ${session}`, show(found))
      }
      const after = canonical(await everything(store))
      if (after !== before) fail(before, after)
    },
  },
  {
    code: 'SESSION_SEARCH_ONE',
    name: 'finds messages with their positions, in all sessions or in one',
    contract: ['FoundMessage', 'A message that was found, and its position.'],
    check: async (store, { fail, skip }) => {
      if (!store.search) return skip(lacking(store, 'search'))
      const parts: Message = { role: 'assistant', content: [{ type: 'text', text: 'The launch in parts.' }] }
      await store.append(scope, 'a', [say('Hello'), say('The launch was moved.')], { at })
      await store.append(scope, 'b', [parts])
      const find = async (session?: string): Promise<SearchResult<FoundMessage> | undefined> =>
        await store.search?.(scope, { query: 'launch', mode: 'keyword' }, session)
      const greeting = { session: 'a', position: 0, message: say('Hello'), at: at.toISOString() }
      const inA = { session: 'a', position: 1, message: say('The launch was moved.'), at: at.toISOString() }
      const inB = { session: 'b', position: 0, message: parts }
      for (const [session, of, wanted] of [
        [undefined, 3, [inA, inB]],
        ['a', 2, [inA]],
        ['b', 1, [inB]],
        ['none', 0, []],
      ] as const) {
        const { hits = [], indexed } = (await find(session)) ?? {}
        const seen = hits.map(({ item }) => item)
        if (indexed?.of !== of) fail(`${of} messages to index of the session ${session ?? '(all)'}`, show(indexed))
        // A store may also find turns around those that have the words, after them.
        const [first, others] = [seen.slice(0, wanted.length), seen.slice(wanted.length)]
        const sorted = first.toSorted((x, y) => (x.session < y.session ? -1 : 1))
        const isNear = session !== 'b' && wanted.length > 0 && (others.length === 0 || same(others, [greeting]))
        if (!same(sorted, wanted) || (others.length > 0 && !isNear))
          fail(`${canonical(wanted)} of the session ${session ?? '(all)'}`, canonical(seen))
      }
    },
  },
]
