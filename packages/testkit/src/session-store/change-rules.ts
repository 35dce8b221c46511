import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith, mustRefuse, mustWinOnce, named } from '../stores/codes.ts'
import { messagesOf } from './append-rules.ts'
import type { SessionRule } from './options.ts'
import { said, say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const operation =
  'Repeating it changes nothing and returns the first result again, whatever its `expectedRevision`, so a retry after a lost response is safe'

/** Rules for revisions, operations and concurrent writers. */
export const changeRules: readonly SessionRule[] = [
  {
    code: 'SESSION_REVISION',
    name: 'raises the revision by one with each change, and reports it everywhere',
    contract: ['Appended.revision', 'The revision of the session after the append. One more for each change.'],
    check: async (store, bench) => {
      for (let wanted = 1; wanted <= 3; wanted++) {
        const { revision } = await store.append(scope, 's', [say('a'), say('b')])
        const page = await store.page(scope, 's')
        const info = await store.info(scope, 's')
        const { sessions } = await store.list(scope)
        const seen = [revision, page.revision, info?.revision, sessions[0]?.revision]
        mustEqual(bench, seen, [wanted, wanted, wanted, wanted], `revision ${wanted} everywhere`)
      }
    },
  },
  {
    code: 'SESSION_CONFLICT',
    name: 'changes nothing for a writer that expects another revision',
    contract: ['SessionStore.append', '`SESSION_CONFLICT` when the session is not at `expectedRevision`'],
    check: async (store, bench) => {
      const append = (text: string, expectedRevision: number): Promise<{ readonly revision: number }> =>
        store.append(scope, 's', [say(text)], { expectedRevision })
      await mustEndWith(bench, 'SESSION_CONFLICT', 'revision 1 of a missing session', () => append('no', 1))
      const { revision } = await append('one', 0)
      for (const other of [0, revision + 1, revision + 100]) {
        await mustEndWith(bench, 'SESSION_CONFLICT', `revision ${other} and not ${revision}`, () => append('no', other))
      }
      await append('two', revision)
      const kept = (await messagesOf(store, scope, 's')).map(said)
      mustEqual(bench, kept, ['one', 'two'], 'the messages of the writers that had seen the last revision')
      await mustRefuse(bench, named('the revision', [-1, 0.5, Number.NaN, '1']), (wrong) => append('no', wrong))
    },
  },
  {
    code: 'SESSION_OPERATION',
    name: 'performs an operation once, and returns the first answer to a retry',
    contract: ['ChangeOptions.operation', operation],
    check: async (store, bench) => {
      const options = { operation: 'turn 1', expectedRevision: 0 }
      const first = await store.append(scope, 's', [say('one'), say('two')], options)
      await store.append(scope, 's', [say('three')])
      // After the revision has changed.
      const again = await store.append(scope, 's', [say('one'), say('two')], options)
      mustEqual(bench, again, { ...first, repeated: true }, `${show(first)}, repeated`)
      await store.append(scope, 'other', [say('one'), say('two')], { operation: 'turn 1' })
      const kept = await Promise.all(['s', 'other'].map(async (id) => (await messagesOf(store, scope, id)).map(said)))
      const wanted = [
        ['one', 'two', 'three'],
        ['one', 'two'],
      ]
      mustEqual(bench, kept, wanted, `${show(wanted)}, an operation once in each session`)
    },
  },
  {
    code: 'SESSION_OPERATION_OTHER',
    name: 'refuses an operation name that was used for another change, and names that cannot be stored',
    contract: ['ChangeOptions.operation', 'A name that belongs to a different change is `STORE_VALUE_INVALID`.'],
    check: async (store, bench) => {
      const append = (operation: unknown, ...texts: readonly string[]): Promise<unknown> =>
        store.append(scope, 's', texts.map(say), { operation: operation as string })
      await append('x', 'one')
      for (const texts of [['two'], ['one', 'two'], []]) {
        const what = `operation 'x' with ${show(texts)} after ["one"]`
        await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => append('x', ...texts))
      }
      await mustRefuse(bench, named('the operation', ['', 'x'.repeat(201), '\ud800', 7]), (name) => append(name, 'two'))
      mustEqual(bench, (await messagesOf(store, scope, 's')).map(said), ['one'], 'nothing stored of what was refused')
    },
  },
  {
    code: 'SESSION_PARALLEL',
    name: 'neither loses nor duplicates concurrent appends, and keeps each together, in one order',
    contract: ['SessionStore.append', 'Appends messages, all or none'],
    check: async (store, bench) => {
      const batches = Array.from({ length: 24 }, (_, batch) => [0, 1, 2].map((index) => `${batch}.${index}`))
      const answers = await Promise.all(batches.map((texts) => store.append(scope, 's', texts.map(say))))
      const kept = (await messagesOf(store, scope, 's')).map(said)
      if (kept.length !== 72) bench.fail('72 messages of 24 appends', `${kept.length}`)
      for (const [index, { start }] of answers.entries()) {
        const seen = kept.slice(start, start + 3)
        mustEqual(bench, seen, batches[index], `${show(batches[index])} at ${start}, as the append returned`)
      }
      const revisions = answers.map(({ revision }) => revision)
      if (new Set(revisions).size !== 24)
        bench.fail('a separate revision for each', show(revisions.toSorted((a, b) => a - b)))
    },
  },
  {
    code: 'SESSION_PARALLEL_CONFLICT',
    name: 'lets one of several concurrent writers with the same expected revision win',
    contract: [
      'ChangeOptions.expectedRevision',
      'The revision the caller last saw; 0 for a session that must not exist yet.',
    ],
    check: async (store, bench) => {
      let { revision: expectedRevision } = await store.append(scope, 's', [say('first')])
      for (let round = 1; round <= 4; round++) {
        await mustWinOnce(bench, 'SESSION_CONFLICT', (writer) =>
          store.append(scope, 's', [say(`${round}.${writer}`)], { expectedRevision }),
        )
        const { messages, revision } = await store.page(scope, 's')
        if (messages.length !== round + 1)
          bench.fail(`${round + 1} messages`, show(messages.map(({ message }) => said(message))))
        expectedRevision = revision
      }
    },
  },
  {
    code: 'SESSION_PARALLEL_OPERATION',
    name: 'performs an operation once when it is requested several times concurrently',
    contract: ['ChangeOptions.operation', operation],
    check: async (store, bench) => {
      const ask = (): Promise<{ readonly start: number; readonly repeated: boolean }> =>
        store.append(scope, 's', [say('one'), say('two')], { operation: 'x' })
      const answers = await Promise.all(Array.from({ length: 8 }, ask))
      const first = answers.filter(({ repeated }) => !repeated).length
      if (first !== 1 || answers.some(({ start }) => start !== 0))
        bench.fail('one first answer and 7 repeated', show(answers))
      mustEqual(bench, (await messagesOf(store, scope, 's')).map(said), ['one', 'two'], 'the messages once')
    },
  },
]
