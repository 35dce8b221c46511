import type { Scope } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { codeOf, mustEndWith } from '../stores/codes.ts'
import { lacking } from '../stores/lacking.ts'
import type { SessionRule } from './options.ts'
import { kinds, soundMessage } from './samples.ts'
import { linesOf, say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const other = { tenant: 'acme', user: 'bob' }
const kept =
  'messages byte for byte, positions, revisions, times, compactions, operations, its fork origin. Two stores with the same session return the same lines.'
const whole = 'Creates a session from such lines, all or nothing. Never overwrites an existing session.'

/** Two sessions with everything that a session can contain, the second a fork of the first. */
async function fill(store: SessionStore, owner: Scope, compactOptions: object = {}): Promise<readonly string[]> {
  const [early, late] = [new Date('2026-05-12T08:00:00Z'), new Date('2026-05-13T09:30:00Z')]
  await store.append(owner, 's', kinds)
  await store.append(owner, 's', ['a', 'b'].map(say), { operation: 'one', at: early })
  await store.compactions?.add(
    owner,
    's',
    { start: 0, end: 2, text: '日本 "in short"\n' },
    { ...compactOptions, at: late },
  )
  await store.append(owner, 's', [say('c')], { operation: '__proto__' })
  await store.compactions?.add(owner, 's', { start: 1, end: 9, text: 'all' })
  if (!store.transfer) return ['s']
  await store.transfer.fork(owner, 's', 'fork', 4)
  await store.append(owner, 'fork', [say('d')], { operation: 'one', at: early })
  return ['s', 'fork']
}

const everything = async (store: SessionStore, owner: Scope, session: string): Promise<readonly unknown[]> => [
  await store.info(owner, session),
  await store.read(owner, session, 0, 99),
  await store.compactions?.list(owner, session),
]

const swap = (lines: readonly string[], at: number): readonly string[] => [
  ...lines.slice(0, at),
  ...lines.slice(at, at + 2).toReversed(),
  ...lines.slice(at + 2),
]

/** Lines of a session with one error in them. */
function* damaged(lines: readonly string[]): Generator<readonly [what: string, lines: readonly string[]]> {
  yield ['no lines', []]
  for (const [at, line] of lines.entries()) {
    const others = [lines.slice(0, at), lines.slice(at + 1)] as const
    const instead = (...some: readonly string[]): readonly string[] => [...others[0], ...some, ...others[1]]
    yield [`without line ${at + 1}`, instead()]
    yield [`ended in line ${at + 1}`, [...others[0], line.slice(0, -1)]]
    yield [`with line ${at + 1} twice`, instead(line, line)]
    yield [`with a foreign line ${at + 1}`, instead('{"__proto__":{"message":1}}')]
    yield [`with an empty line ${at + 1}`, instead('', line)]
    yield [`with a byte order mark in line ${at + 1}`, instead(`\ufeff${line}`)]
    yield [`with a carriage return in line ${at + 1}`, instead(`${line}\r`)]
    // Not that of the format, which has a code of its own.
    const grown = line.replace(/(?<!"version":)\b\d+/, (digits) => `${digits}0`)
    if (grown !== line) yield [`with another number in line ${at + 1}`, instead(grown)]
    if (at < lines.length - 1) yield [`with lines ${at + 1} and ${at + 2} swapped`, swap(lines, at)]
  }
}

/** Rules for moving sessions between stores. If the store has no `transfer`, all of them are skipped. */
export const exportRules: readonly SessionRule[] = [
  {
    code: 'SESSION_EXPORT',
    name: 'exports the same lines as every other store, as of one revision',
    contract: ['SessionTransfer.export', kept],
    check: async (store, bench) => {
      if (!store.transfer || !store.compactions) return bench.skip(lacking(store, 'transfer.export', 'compactions.add'))
      const model = createSessionStore()
      await fill(model, scope)
      for (const session of await fill(store, scope)) {
        const wanted = await linesOf(model.transfer.export(scope, session))
        const lines = await linesOf(store.transfer.export(scope, session))
        const differs = wanted.findIndex((line, index) => line !== lines[index])
        if (!same(lines, wanted)) bench.fail(show(wanted[differs]), show(lines[Math.max(0, differs)]))
      }
      const begun = await linesOf(store.transfer.export(scope, 's'))
      const lines: string[] = []
      for await (const line of store.transfer.export(scope, 's')) {
        if (lines.push(line) === 1) await store.append(scope, 's', [say('later')])
      }
      mustEqual(bench, lines, begun, 'nothing of what came later')
      const missing = async (): Promise<unknown> => linesOf(store.transfer?.export(scope, 'none') ?? [])
      await mustEndWith(bench, 'SESSION_MISSING', 'a session that is not there', missing)
    },
  },
  {
    code: 'SESSION_IMPORT',
    name: 'recreates the same session from its lines, including its operations',
    contract: ['SessionTransfer.export', kept],
    check: async (store, bench) => {
      const { transfer } = store
      if (!transfer) return bench.skip(lacking(store, 'transfer.export', 'transfer.import'))
      const copy = async (session: string): Promise<void> => {
        const lines = await linesOf(transfer.export(scope, session))
        const info = await transfer.import(other, [...lines, ''])
        const seen = canonical([
          await everything(store, other, session),
          await linesOf(transfer.export(other, session)),
        ])
        const wanted = canonical([await everything(store, scope, session), lines])
        if (seen !== wanted) bench.fail(wanted, seen)
        const known = await store.info(other, session)
        if (known?.revision !== info.revision || known?.length !== info.length) bench.fail(show(known), show(info))
      }
      for (const session of await fill(store, scope)) await copy(session)
      // Includes the operation of a compaction, here of a store that is known to keep it.
      const model = createSessionStore()
      await fill(model, scope, { operation: 'two' })
      // Also with separate times for messages that were added together, not in order.
      const [first, last] = [new Date('2026-05-15T08:00:00Z'), new Date('2026-05-14T08:00:00Z')]
      await model.append(scope, 's', ['x', 'y', 'z'].map(say), { at: [first, last, undefined] })
      const lines = await linesOf(model.transfer.export(scope, 's'))
      await transfer.import(scope, lines, { session: 'model' })
      const [, ...seen] = await linesOf(transfer.export(scope, 'model'))
      mustEqual(bench, seen, lines.slice(1))
      const one = ['a', 'b'].map(say)
      for (const [messages, options] of [[one, { operation: 'one' }] as const, [[say('next')], {}] as const]) {
        const first = await store.append(scope, 's', messages, options)
        mustEqual(bench, await store.append(other, 's', messages, options), first)
      }
      let run = 0
      await bench.forEach(fc.array(soundMessage, { minLength: 1, maxLength: 4 }), async (messages) => {
        const session = `run ${run++}`
        await store.append(scope, session, messages)
        await copy(session)
      })
    },
  },
  {
    code: 'SESSION_IMPORT_REFUSED',
    name: 'refuses damaged, missing, duplicated or moved lines, and stores nothing of them',
    contract: [
      'SessionTransfer.import',
      '`IMPORT_INVALID` with the line and its problem, `FORMAT_NEWER` for a newer version of the format',
    ],
    check: async (store, bench) => {
      const { transfer } = store
      if (!transfer) return bench.skip(lacking(store, 'transfer.import'))
      const model = createSessionStore()
      for (const session of await fill(model, scope, { operation: 'two' })) {
        for (const [what, lines] of damaged(await linesOf(model.transfer.export(scope, session)))) {
          await mustEndWith(bench, 'IMPORT_INVALID', `${session} ${what}`, () => transfer.import(scope, lines))
        }
        const newer = (await linesOf(model.transfer.export(scope, session))).map((line) =>
          line.replace('"version":1', '"version":2'),
        )
        await mustEndWith(bench, 'FORMAT_NEWER', `${session} of a newer version`, () => transfer.import(scope, newer))
      }
      const { sessions } = await store.list(scope)
      if (sessions.length > 0) bench.fail('no session', show(sessions))
    },
  },
  {
    code: 'SESSION_IMPORT_EXISTS',
    name: 'imports under another id on request, and never replaces an existing session',
    contract: ['SessionTransfer.import', whole],
    check: async (store, bench) => {
      const { transfer } = store
      if (!transfer) return bench.skip(lacking(store, 'transfer.import'))
      const model = createSessionStore()
      await fill(model, scope)
      const lines = await linesOf(model.transfer.export(scope, 's'))
      await store.append(scope, 's', [say('first')])
      await mustEndWith(bench, 'SESSION_EXISTS', 'a session that is there', () => transfer.import(scope, lines))
      const { length } = (await store.info(scope, 's')) ?? {}
      if (length !== 1) bench.fail('the existing session unchanged', show(await everything(store, scope, 's')))
      const options = { session: 'new' }
      const { id } = await transfer.import(scope, lines, options)
      if (id !== 'new') bench.fail("the id 'new'", show(id))
      await mustEndWith(bench, 'SESSION_EXISTS', 'the new session again', () => transfer.import(scope, lines, options))
      // Also concurrently.
      const three = { session: 'three' }
      const codes = await Promise.all([1, 2, 3].map(() => codeOf(() => transfer.import(scope, lines, three))))
      const refused = codes.filter((code) => code === 'SESSION_EXISTS').length
      if (refused !== 2) bench.fail('SESSION_EXISTS for two of three concurrent imports', show(codes))
    },
  },
]
