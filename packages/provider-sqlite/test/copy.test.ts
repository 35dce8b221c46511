import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { copyMemory, copySessions, type NewMemory, type SessionStore } from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempFolder } from './helpers/folder.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 8)
const scope = { tenant: 'acme', user: 'ada' }
const others = [{ tenant: 'acme' }, { tenant: 'acme', user: 'ada', agent: 'x' }, { tenant: 'other', user: 'ada' }]

const odd = ['../x', '\0', '__proto__', 'CON', 'a ', 'Ä', '🦊'.repeat(100), '"', "'; --", 'a\nb']
const id = fc.oneof(
  fc.constantFrom('a', 'b', 'A', ...odd),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
)
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...odd, '\u2028', '\r\n', '{"a":1}', '\ud83e\udd8a'),
)
const when = fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), { nil: undefined })
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map((content): Message => ({ role: 'user', content })),
  fc.tuple(text, fc.jsonValue()).map(
    ([said, input]): Message => ({
      role: 'assistant',
      content: [
        { type: 'text', text: said },
        { type: 'tool-call', toolCallId: said, toolName: 'f', input },
      ],
    }),
  ),
)

type Step =
  | { readonly kind: 'append'; readonly messages: readonly Message[] }
  | { readonly kind: 'compact'; readonly from: number; readonly to: number }
  | { readonly kind: 'fork'; readonly at: number; readonly into: string }

interface Change {
  readonly session: string
  readonly step: Step
  readonly at: Date | undefined
  readonly operation: string | undefined
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('append'), messages: fc.array(message, { maxLength: 4 }) }) },
  fc.record({ kind: fc.constant('compact'), from: share, to: share }),
  fc.record({ kind: fc.constant('fork'), at: share, into: id }),
) as fc.Arbitrary<Step>
const change: fc.Arbitrary<Change> = fc.record({
  session: id,
  step,
  at: when,
  operation: fc.option(fc.constantFrom('one', 'two', '"', '__proto__'), { nil: undefined }),
})

/** Runs generated operations, as far as the existing sessions allow. */
async function apply(store: SessionStore, { session, step, at, operation }: Change): Promise<void> {
  const options = { ...(at && { at }), ...(operation !== undefined && { operation }) }
  const { sessions } = await store.list(scope)
  // Mostly existing sessions: a new session for each step would have no history.
  const own = sessions[(session.length * 7) % (sessions.length + 2)]?.id ?? session
  const length = (await store.info(scope, own))?.length ?? 0
  try {
    if (step.kind === 'append') await store.append(scope, own, step.messages, options)
    else if (step.kind === 'fork') await store.transfer?.fork(scope, own, step.into, Math.floor(step.at * length))
    else {
      const start = Math.floor(step.from * length)
      const end = Math.max(start + 1, Math.ceil(step.to * length))
      await store.compactions?.add(scope, own, { start, end, text: `in short: ${session}` }, options)
    }
  } catch (error) {
    const { code } = error as { readonly code?: string }
    if (!['STORE_VALUE_INVALID', 'SESSION_MISSING', 'SESSION_EXISTS'].includes(code ?? '')) throw error
  }
}

/** Everything that a store exports of the scope. */
async function exportOf(store: SessionStore): Promise<Readonly<Record<string, readonly string[]>>> {
  const { sessions } = await store.list(scope, { limit: 1000 })
  const all = await Promise.all(
    sessions.map(async (info) => [info.id, await lines(store.transfer?.export(scope, info.id) ?? [])] as const),
  )
  return Object.fromEntries(all)
}

async function lines(iterable: AsyncIterable<string> | Iterable<string>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of iterable) all.push(line)
  return all
}

/** Everything else that a store reports about a session. */
async function told(store: SessionStore, session: string): Promise<readonly unknown[]> {
  const { notices: _, ...page } = await store.page(scope, session, { messages: Number.POSITIVE_INFINITY })
  return [await store.info(scope, session), page, await store.compactions?.list(scope, session)]
}

describe('copySessions', () => {
  it('loses nothing when copying from files to SQLite, to memory and back to files', async () => {
    let sessions = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 20 }), async (changes) => {
        const folder = tempFolder()
        const files = fileSessions(join(folder, 'files'), { fsync: 'os' })
        const database = await sqlite(':memory:')
        const back = fileSessions(join(folder, 'back'), { fsync: 'os' })
        const memory = createSessionStore()
        const model = createSessionStore()
        for (const one of changes) {
          await apply(files, one)
          await apply(model, one)
        }
        const begun = await exportOf(files)
        const ids = Object.keys(begun)
        sessions += ids.length
        // The stores export the same changes identically before anything is copied.
        expect(await exportOf(model)).toEqual(begun)
        for (const [from, to] of [
          [files, database.sessions],
          [database.sessions, memory],
          [memory, back],
        ] as const) {
          const { copied, present } = await copySessions(from, to, scope)
          expect([copied.toSorted(), present]).toEqual([ids.toSorted(), []])
          expect(await exportOf(to)).toEqual(begun)
          for (const session of ids) expect(await told(to, session)).toEqual(await told(from, session))
        }
        // Both continue alike: they agree on retries and on the next change.
        for (const one of changes) for (const store of [files, database.sessions, memory, back]) await apply(store, one)
        const grown = await exportOf(files)
        for (const store of [database.sessions, memory, back]) expect(await exportOf(store)).toEqual(grown)
        for (const session of Object.keys(grown)) {
          expect(await database.sessions.admin.verify(scope, session)).toEqual([])
          expect(await back.admin.verify(scope, session)).toEqual([])
        }
        await database.close()
      }),
      { numRuns: runs },
    )
    expect(sessions).toBeGreaterThan(0)
  })

  it('resumes after an interruption, and does not change existing data', async () => {
    const from = createSessionStore()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const session of ids) {
      for (let i = 0; i < 5; i++) await from.append(scope, session, [{ role: 'user', content: `${session} ${i}` }])
    }
    const { sessions: to, close } = await sqlite(join(tempFolder(), 'a.db'))
    let done = 0
    const stopping: SessionStore = {
      ...to,
      transfer: {
        ...to.transfer,
        import: async (...given) => {
          if (done++ === 2) throw new Error('The power is gone.')
          return to.transfer.import(...given)
        },
      },
    }
    await expect(copySessions(from, stopping, scope)).rejects.toThrow('The power is gone.')
    expect(await copySessions(from, to, scope)).toEqual({ copied: ['c', 'd', 'e'], present: ['a', 'b'] })
    expect(await copySessions(from, to, scope)).toEqual({ copied: [], present: ids })
    expect(await exportOf(to)).toEqual(await exportOf(from))
    await close()
  })

  it('leaves nothing of a session whose export ends early', async () => {
    const from = createSessionStore()
    for (let i = 0; i < 20; i++) await from.append(scope, 'a', [{ role: 'user', content: `${i}` }])
    const folder = tempFolder()
    for (const to of [fileSessions(folder), (await sqlite(join(folder, 'a.db'))).sessions, createSessionStore()]) {
      const torn: SessionStore = {
        ...from,
        transfer: {
          ...from.transfer,
          export: async function* (...given) {
            let count = 0
            for await (const line of from.transfer.export(...given)) {
              if (count++ === 10) throw new Error('The line is dead.')
              yield line
            }
          },
        },
      }
      await expect(copySessions(torn, to, scope)).rejects.toThrow('The line is dead.')
      expect((await to.list(scope)).sessions).toEqual([])
      expect(await copySessions(from, to, scope)).toEqual({ copied: ['a'], present: [] })
    }
  })
})

describe('copyMemory', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => /\S/.test(one))
  const entry: fc.Arbitrary<NewMemory> = fc.record(
    {
      id,
      text: fc.oneof(words, fc.constantFrom('# no heading', '- a\n- b', '<!-- id: x -->', '```', 'a\r\nb')),
      kind: fc.constantFrom('fact', 'note', '__proto__'),
      date: fc.constantFrom('2026-05-12', '2026-02-28T12:00:00.000Z', '2026-03-01T00:30:00+01:00'),
      importance: fc.integer({ min: 1, max: 10 }),
      tags: fc.uniqueArray(fc.constantFrom('tea', 'a,b', "'", 'Ä'), { maxLength: 3 }),
      source: words,
    },
    { requiredKeys: ['id', 'text'] },
  )

  it('loses nothing when copying from files to SQLite, to memory and back to files', async () => {
    let entries = 0
    const put = fc.record({ entry, at: when })
    await fc.assert(
      fc.asyncProperty(fc.array(put, { maxLength: 12 }), async (puts) => {
        const folder = tempFolder()
        const files = fileMemory(join(folder, 'files'), { fsync: 'os' })
        const database = await sqlite(':memory:')
        const memory = createMemoryStore()
        const back = fileMemory(join(folder, 'back'), { fsync: 'os' })
        for (const one of puts) await files.put(scope, one.entry, one.at && { at: one.at })
        const begun = await files.list(scope)
        entries += begun.entries.length
        for (const [from, to] of [
          [files, database.memory],
          [database.memory, memory],
          [memory, back],
        ] as const) {
          const ids = begun.entries.map((one) => one.id)
          expect(await copyMemory(from, to, scope)).toEqual({ copied: ids, present: [] })
          expect(await to.list(scope)).toEqual(begun)
          expect(await copyMemory(from, to, scope)).toEqual({ copied: [], present: ids })
        }
        await database.close()
      }),
      { numRuns: runs },
    )
    expect(entries).toBeGreaterThan(0)
  })

  it('finds the copied entries, and copies no entries of other owners', async () => {
    const from = createMemoryStore()
    for (const owner of [scope, ...others]) await from.put(owner, { id: 'tea', text: 'Ada likes green tea.' })
    const { memory } = await sqlite(join(tempFolder(), 'a.db'))
    await copyMemory(from, memory, scope)
    const [hit] = (await memory.search(scope, { query: 'Which tea?' })).hits
    expect(hit?.item.id).toBe('tea')
    for (const owner of others) expect((await memory.list(owner)).entries).toEqual([])
    await memory.close()
  })
})
