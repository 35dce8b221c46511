import type { NativeSummary, NewCompaction } from '@lamella/core/plugin'
import type { Compaction, SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { lacking } from '../stores/lacking.ts'
import type { SessionRule } from './options.ts'
import { linesOf, say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const other = { tenant: 'acme', user: 'bob' }

/** Content whose bytes show every change: the order of keys, escapes, numbers, nulls, and keys with a meaning. */
const content =
  '[{"type":"compaction","content":"Ada said \\"hello\\".\\n日本 😀","signature":"EuYBCkQY+/==","b":[1.5e-7,-0.25,true,null],"a":{"":{}},"__proto__":{"x":1}}]'
const native = (): NativeSummary => ({ format: 'anthropic', content: JSON.parse(content) })

/** Compacts a session of four messages; `undefined` if the store cannot. */
async function compacted(store: SessionStore, one: NewCompaction): Promise<Compaction | undefined> {
  await store.append(scope, 's', ['a', 'b', 'c', 'd'].map(say))
  return store.compactions?.add(scope, 's', one)
}

/** Rules for summaries as a provider wrote them. If the store has no `compactions`, all of them are skipped. */
export const nativeRules: readonly SessionRule[] = [
  {
    code: 'SESSION_NATIVE',
    name: 'keeps a native summary byte for byte: in lists, forks and exports',
    contract: ['NewCompaction.native', 'The same summary as a provider wrote it. Kept byte for byte.'],
    check: async (store, { fail, skip }) => {
      if (!store.compactions) return skip(lacking(store, 'compactions.add'))
      const one = { start: 0, end: 2, text: 'in short', native: { ...native(), opaque: true, prefix: 'a-b' } }
      const wanted = JSON.stringify(one.native)
      const mustHave = (where: string, compaction: Compaction | undefined): void => {
        const seen = JSON.stringify(compaction?.native)
        if (seen !== wanted) fail(`${wanted} ${where}`, show(seen))
      }
      const answer = await compacted(store, one)
      mustHave('in the answer', answer)
      const list = async (owner: object, session: string): Promise<Compaction | undefined> =>
        (await store.compactions?.list(owner as typeof scope, session))?.[0]
      // What callers do with their copies must not change what is stored.
      for (const copy of [one, answer, await list(scope, 's')]) Object.assign(copy?.native?.content as object, [null])
      mustHave('in the list', await list(scope, 's'))
      if (!store.transfer) return
      await store.transfer.fork(scope, 's', 'fork', 3)
      mustHave('in a fork', await list(scope, 'fork'))
      const model = createSessionStore()
      await compacted(model, { ...one, native: { ...native(), opaque: true, prefix: 'a-b' } })
      const lines = await linesOf(store.transfer.export(scope, 's'))
      const same = await linesOf(model.transfer.export(scope, 's'))
      if (lines.join('\n') !== same.join('\n')) fail(show(same), show(lines))
      await store.transfer.import(other, lines)
      mustHave('in an imported session', await list(other, 's'))
    },
  },
  {
    code: 'SESSION_NATIVE_REFUSED',
    name: 'refuses a native summary that is not plain JSON, has no format, or is too large',
    contract: ['SessionCompactions.add', 'a native summary that is not plain JSON of at most 4 MiB'],
    check: async (store, bench) => {
      if (!store.compactions) return bench.skip(lacking(store, 'compactions.add'))
      const cycle: unknown[] = []
      cycle.push(cycle)
      // 2 to the power of 60 values, if each is followed.
      const shared = Array.from({ length: 60 }).reduce<unknown>((value) => [value, value], 'x')
      const contents: readonly (readonly [what: string, content: unknown])[] = [
        ['none', undefined],
        ['NaN', [Number.NaN]],
        ['a BigInt', { a: 1n }],
        ['a function', () => 1],
        ['a Date', { at: new Date(0) }],
        ['bytes', new Uint8Array(4)],
        ['a hole in a list', [undefined]],
        ['a cycle', cycle],
        ['shared values', shared],
        ['4 MiB', 'x'.repeat(4 * 1024 * 1024)],
      ]
      const wrong: readonly (readonly [what: string, native: unknown])[] = [
        ...contents.map(([what, value]) => [`content: ${what}`, { format: 'anthropic', content: value }] as const),
        ...['', 7, undefined, '\ud800', 'x'.repeat(65)].map(
          (format) => [`the format ${show(format)}`, { format, content: {} }] as const,
        ),
        ['opaque: 1', { ...native(), opaque: 1 }],
        ['prefix: 1', { ...native(), prefix: 1 }],
        ...[null, 'a', []].map((value) => [show(value), value] as const),
      ]
      await store.append(scope, 's', ['a', 'b'].map(say))
      for (const [what, value] of wrong) {
        const compaction = { start: 0, end: 2, text: 'a', native: value as NativeSummary }
        await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => store.compactions?.add(scope, 's', compaction))
      }
      const known = (await store.compactions?.list(scope, 's')) ?? []
      if (known.length > 0) bench.fail('nothing recorded of what was refused', show(known))
    },
  },
]
