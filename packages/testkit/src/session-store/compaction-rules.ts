import type { NewCompaction } from '@lamella/core/plugin'
import type { ChangeOptions, Compaction, SessionStore } from '@lamella/store'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { lacking } from '../stores/lacking.ts'
import type { StoreBench } from '../stores/options.ts'
import { messagesOf } from './append-rules.ts'
import type { SessionRule } from './options.ts'
import { said, say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const recorded =
  'Keeps texts that replace messages of a session. Nothing is rewritten: those messages can still be read.'

type Compact = (compaction: NewCompaction, options?: ChangeOptions) => Promise<Compaction>

/** Compacts a session of four messages; skips the case if the store cannot. */
async function compactOf(store: SessionStore, { skip }: StoreBench<SessionStore>): Promise<Compact> {
  const { compactions } = store
  if (!compactions) return skip(lacking(store, 'compactions.add'))
  await store.append(scope, 's', ['a', 'b', 'c', 'd'].map(say))
  return (compaction, options) => compactions.add(scope, 's', compaction, options)
}

/** Rules for texts that replace messages. If the store has no `compactions`, all of them are skipped. */
export const compactionRules: readonly SessionRule[] = [
  {
    code: 'SESSION_COMPACT',
    name: 'records each compaction as one change, oldest first, and rewrites no message',
    contract: ['SessionCompactions', recorded],
    check: async (store, bench) => {
      const compact = await compactOf(store, bench)
      const at = '2026-05-12T08:00:00.000Z'
      const list = [
        { start: 0, end: 2, text: 'Ada said "hello".\n' },
        { start: 0, end: 4, text: '日本 😀' },
        { start: 2, end: 3, text: 'x' },
      ]
      const answers: Compaction[] = []
      for (const [index, one] of list.entries())
        answers.push(await compact(one, index === 1 ? { at: new Date(at) } : {}))
      const wanted = list.map((one, index) => ({ ...one, revision: index + 2, ...(index === 1 ? { at } : {}) }))
      mustEqual(bench, answers, wanted)
      mustEqual(bench, await store.compactions?.list(scope, 's'), wanted, `${show(wanted)} listed`)
      mustEqual(bench, (await messagesOf(store, scope, 's')).map(said), ['a', 'b', 'c', 'd'], 'the messages unchanged')
      const info = await store.info(scope, 's')
      const actual = [info?.revision, info?.length, info?.size, info?.updatedAt]
      const size = 4 * JSON.stringify(say('a')).length
      mustEqual(bench, actual, [4, 4, size, at], `revision 4, 4 messages of size ${size}, changed at ${at}`)
      const { start } = await store.append(scope, 's', [say('e')])
      if (start !== 4) bench.fail('the next message at 4', show(start))
    },
  },
  {
    code: 'SESSION_COMPACT_REFUSED',
    name: 'refuses a compaction with an empty range, a missing session, an empty text or another revision',
    contract: [
      'SessionCompactions.add',
      '`SESSION_CONFLICT`, `SESSION_MISSING`, `STORE_VALUE_INVALID` for a range that the session does not have, an empty text',
    ],
    check: async (store, bench) => {
      const compact = await compactOf(store, bench)
      const wrong: readonly unknown[] = [
        ...[
          [0, 5],
          [2, 2],
          [3, 2],
          [-1, 2],
          [0.5, 2],
          [0, Number.NaN],
          ['0', 2],
        ].map(([start, end]) => ({ start, end, text: 'a' })),
        ...['', 7, undefined, '\ud800'].map((text) => ({ start: 0, end: 2, text })),
        ...[undefined, null, 'a'],
      ]
      for (const one of wrong) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `the compaction ${show(one)}`, () =>
          compact(one as NewCompaction),
        )
      }
      const sound = { start: 0, end: 2, text: 'a' }
      await mustEndWith(bench, 'SESSION_CONFLICT', 'revision 7 and not 1', () =>
        compact(sound, { expectedRevision: 7 }),
      )
      const missing = (): unknown => store.compactions?.add(scope, 'none', sound)
      await mustEndWith(bench, 'SESSION_MISSING', 'a compaction of a missing session', missing)
      const known = (await store.compactions?.list(scope, 's')) ?? []
      if (known.length > 0) bench.fail('nothing recorded of what was refused', show(known))
    },
  },
  {
    code: 'SESSION_COMPACT_OPERATION',
    name: 'performs the operation of a compaction once, and refuses its name for any other change',
    contract: ['ChangeOptions.operation', 'A name for this change, unique in the session.'],
    check: async (store, bench) => {
      const compact = await compactOf(store, bench)
      const [one, operation] = [{ start: 0, end: 2, text: 'a' }, 'sum up']
      const first = await compact(one, { operation, expectedRevision: 1 })
      mustEqual(bench, await compact(one, { operation, expectedRevision: 1 }), first)
      for (const other of [
        { ...one, text: 'b' },
        { ...one, end: 3 },
        { ...one, native: { format: 'anthropic', content: {} } },
      ]) {
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `${show(other)} under its name`, () =>
          compact(other, { operation }),
        )
      }
      const append = (): unknown => store.append(scope, 's', [say('a')], { operation })
      await mustEndWith(bench, 'STORE_VALUE_INVALID', 'an append under its name', append)
      const known = (await store.compactions?.list(scope, 's')) ?? [first]
      mustEqual(bench, known, [first], 'one compaction')
    },
  },
]
