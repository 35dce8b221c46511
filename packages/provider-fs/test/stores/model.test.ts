import type { Message, Scope } from '@lamella/core'
import { type FileSessions, fileSessions } from '@lamella/provider-fs'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { tempFolder } from '../helpers/folder.ts'

type Sessions = Omit<FileSessions, 'spec' | 'admin' | 'repair' | 'close'> & {
  readonly admin: Pick<FileSessions['admin'], 'erase'>
}
type Call = (sessions: Sessions) => Promise<unknown>

/** The result of a call, or the code of its error. */
async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return { value: await call() }
  } catch (error) {
    return { code: (error as { readonly code?: unknown }).code }
  }
}

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

const odd = ['ü', 'u\u0308', 'con', '../x', '🦊'.repeat(100), '__proto__', 'a ', 'a.', '\0', '_', '-']
const word = fc.constantFrom('a', 'A', '', 'x'.repeat(300), ...odd)
const session = fc.oneof(
  { weight: 6, arbitrary: fc.constant('s') },
  fc.constantFrom('S', 'x'.repeat(512), `${'x'.repeat(511)}y`, ...odd),
)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const owner: fc.Arbitrary<Scope> = fc.record(
  {
    tenant: fc.constantFrom('acme', 'Acme', '..'),
    user: fc.constantFrom('ada', 'Ada', '_'),
    agent: fc.constantFrom('con'),
  },
  { requiredKeys: ['tenant'] },
)
const scope = fc.oneof({ weight: 5, arbitrary: fc.constant<Scope>({ tenant: 'acme' }) }, owner)
const text = fc.oneof(word, fc.string({ unit: codePoint }))
const message = fc.oneof(
  text.map((content): Message => ({ role: 'user', content })),
  fc.array(text, { maxLength: 2 }).map((texts): Message => {
    return { role: 'assistant', content: texts.map((one) => ({ type: 'text', text: one })) }
  }),
)
const change = fc.record(
  {
    expectedRevision: fc.integer({ min: 0, max: 4 }),
    operation: fc.constantFrom('one', 'two', '"{,"op":"x', '🦊'.repeat(50)),
    at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
  },
  { requiredKeys: [] },
)
const small = fc.integer({ min: 0, max: 6 })
const some = fc.integer({ min: 1, max: 4 })
const page = fc.record({ before: small, messages: some, size: fc.integer({ min: 0, max: 400 }) }, { requiredKeys: [] })
const list = fc.record({ after: session, limit: some }, { requiredKeys: [] })

/** A random call for a session of an owner. */
function ask<Rest extends readonly unknown[]>(
  weight: number,
  rest: { [Index in keyof Rest]: fc.Arbitrary<Rest[Index]> },
  run: (sessions: Sessions, scope: Scope, session: string, ...rest: Rest) => Promise<unknown>,
): fc.WeightedArbitrary<Call> {
  const arbitrary = fc.tuple(scope, session, fc.tuple(...(rest as fc.Arbitrary<unknown>[])))
  return {
    weight,
    arbitrary: arbitrary.map(
      ([who, id, more]) =>
        (on) =>
          run(on, who, id, ...(more as unknown as Rest)),
    ),
  }
}

const call = fc.oneof(
  ask(6, [fc.array(message, { maxLength: 3 }), change], (on, who, id, messages, how) =>
    on.append(who, id, messages, how),
  ),
  ask(2, [small, small, word, change], (on, who, id, start, end, said, how) =>
    on.compactions.add(who, id, { start, end, text: said }, how),
  ),
  ask(2, [page], (on, who, id, limits) => on.page(who, id, limits)),
  ask(1, [small, small], (on, who, id, start, end) => on.read(who, id, start, end)),
  ask(1, [session, maybe(small)], (on, who, id, into, at) => on.transfer.fork(who, id, into, at)),
  ask(1, [list], (on, who, _, limits) => on.list(who, limits)),
  ask(1, [], (on, who, id) => on.info(who, id)),
  ask(1, [], (on, who, id) => on.compactions.list(who, id)),
  ask(3, [fc.dictionary(word, text, { maxKeys: 2 }), fc.integer({ min: 0, max: 3 })], (on, who, id, run, version) =>
    on.runs.write(who, id, run, version),
  ),
  ask(2, [], (on, who, id) => on.runs.read(who, id)),
  ask(1, [], (on, who, id) => linesOf(on.transfer.export(who, id))),
  ask(1, [], (on, who, id) => on.delete(who, id)),
  ask(1, [], (on, who) => on.admin.erase(who)),
)

it('file sessions behave like in-memory sessions for any sequence of calls, on either of two stores', async () => {
  const folder = await tempFolder()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(call, fc.boolean()), { minLength: 1, maxLength: 30 }), async (calls) => {
      const path = folder.at(String(run++))
      const model = createSessionStore()
      const first = fileSessions(path, { fsync: 'os' })
      const second = fileSessions(path, { fsync: 'os' })
      for (const [one, isFirst] of calls) {
        const want = await outcome(() => one(model))
        expect(await outcome(() => one(isFirst ? first : second))).toEqual(want)
      }
      await first.close()
      await second.close()
    }),
    { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) },
  )
})
