import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContextAssembler } from '@lamella/assembler'
import { compactSession } from '@lamella/compaction'
import { extractiveSummary, parseSections } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import type { CompactionStrategy } from '@lamella/core/plugin'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { afterAll, describe, expect, it } from 'vitest'
import {
  cause,
  expectIntact,
  expectUsable,
  scope,
  shown,
  summariesOf,
} from '../../../compaction/test/session/support.ts'

const folder = mkdtempSync(join(tmpdir(), 'lamella-sections-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stores: Readonly<Record<string, () => Promise<SessionStore>>> = {
  memory: async () => createSessionStore(),
  files: async () => fileSessions(join(folder, 'files'), { fsync: 'os' }),
  SQLite: async () => (await sqlite(join(folder, 'sessions.db'), { synchronous: 'normal' })).sessions,
}

const ask = (content: string, reply = 'Noted.'): readonly Message[] => [
  { role: 'user', content },
  { role: 'assistant', content: reply },
]
const look = (id: string, status: string): readonly Message[] => [
  { role: 'user', content: 'How is the order doing at the moment, please?' },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: id, toolName: 'get_order', input: { id: 'EHG42' } }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: id,
        toolName: 'get_order',
        output: { type: 'json', value: { order_id: 'EHG42', status } },
      },
    ],
  },
  { role: 'assistant', content: 'Here it is.' },
]
const filler = (n: number): readonly Message[] =>
  ask(`How about this? ${'Nothing much to say here, is there. '.repeat(40)}`, 'Fine. '.repeat(n))

const first: readonly Message[] = [
  ...ask('I want to plan a party for my daughter. The budget is 850 euros.'),
  ...ask('We decided to take the hall in Hamburg.', 'I will send the contract to Maria Lopez tomorrow.'),
  ...look('a', 'pending'),
  ...filler(20),
  ...ask('Go on.', 'Yes.'),
]
const second: readonly Message[] = [
  ...ask('Actually, the budget is now 900 euros.'),
  ...look('b', 'confirmed'),
  ...ask('And the contract?', 'I have sent the contract to Maria Lopez.'),
  ...filler(20),
  ...ask('Go on.', 'Yes.'),
]

describe.each(Object.entries(stores))('a session on %s, compacted in sections', (_, open) => {
  it('merges each summary with the one before, and numbers stay those of the session', async () => {
    const store = await open()
    const said: Message[] = []
    const compact = async (messages: readonly Message[]): Promise<string> => {
      await store.append(scope, 's', messages)
      said.push(...messages)
      const result = await compactSession({
        store,
        scope,
        session: 's',
        compaction: [extractiveSummary()],
        keepRecent: 2,
      })
      expect(result).toMatchObject({ compacted: true, strategy: 'extract', notices: [] })
      expect(result.missing.filter(({ kind }) => kind === 'correction')).toEqual([])
      await expectIntact(store, 's', said)
      await expectUsable(store, 's')
      const now = await shown(store, 's')
      expect(summariesOf(now)).toEqual([now[0]])
      return String(now[0]?.content).replace(/^[^\n]*\n/, '')
    }
    const one = await compact(first)
    expect(one).toContain('\n#0: The budget is 850 euros.')
    expect(one).toContain('EHG42 status = pending')
    const two = await compact(second)
    expect(two).toContain(
      '\n#0: I want to plan a party for my daughter.\n#0: The budget is 850 euros.\n#2: We decided to take the hall',
    )
    expect(two).toContain('\n#12: Actually, the budget is now 900 euros.')
    expect(two).toContain('EHG42 status = confirmed (was pending)')
    expect(two).toContain('\n#3: I will send the contract to Maria Lopez tomorrow.\n')
    expect(two).toContain('\n#19: I have sent the contract to Maria Lopez.')
    const three = await compact([...ask('The code of the door is 4711.'), ...filler(30), ...ask('Go on.', 'Yes.')])
    expect(three).toContain('\n#24: The code of the door is 4711.')
    for (const { text, sources } of parseSections(three, { start: 0, end: said.length })) {
      const named = sources.flatMap(({ start, end }) => said.slice(start, end))
      const words = text.match(/\b\d+\b|confirmed|Hamburg/g) ?? []
      for (const word of words) expect(JSON.stringify(named)).toContain(word)
    }
  })

  it('goes on in a fork, whose numbers are those of its own messages', async () => {
    const store = await open()
    await store.append(scope, 'main', first)
    await compactSession({ store, scope, session: 'main', compaction: [extractiveSummary()], keepRecent: 2 })
    await store.transfer?.fork(scope, 'main', 'fork')
    const other = [...ask('Actually, the budget is now 700 euros.'), ...filler(20), ...ask('Go on.', 'Yes.')]
    await store.append(scope, 'main', second)
    await store.append(scope, 'fork', other)
    for (const session of ['main', 'fork']) {
      await compactSession({ store, scope, session, compaction: [extractiveSummary()], keepRecent: 2 })
    }
    const [main, fork] = await Promise.all(
      ['main', 'fork'].map(async (id) => String((await shown(store, id))[0]?.content)),
    )
    expect(main).toContain('\n#12: Actually, the budget is now 900 euros.')
    expect(fork).toContain('\n#12: Actually, the budget is now 700 euros.')
    expect(fork).toContain('EHG42 status = pending')
    expect(main).not.toContain('700')
    expect(fork).not.toContain('900')
  })

  it('tells what a summarizer left out, and is the last strategy when others fail', async () => {
    const store = await open()
    await store.append(scope, 'told', first)
    const before = await shown(store, 'told')
    const failing: CompactionStrategy = { name: 'failing', compact: () => Promise.reject(cause) }
    const at = { store, scope, session: 'told', keepRecent: 2 } as const
    const failed = await compactSession({ ...at, compaction: [failing] })
    expect(failed).toMatchObject({ compacted: false, missing: [], failed: [{ reason: 'threw' }] })
    expect(await shown(store, 'told')).toEqual(before)
    const told = await compactSession({ ...at, summarize: () => 'They plan a party in Hamburg; the hall was decided.' })
    expect(told.missing.map(({ kind, text, by }) => `${by} ${kind} ${text}`)).toEqual([
      'user sentence Nothing much to say here, is there.',
      'user sentence I want to plan a party for my daughter.',
      'user value 850',
      'user sentence The budget is 850 euros.',
      'tool value pending',
    ])
    await store.append(scope, 'told', second)
    const rescued = await compactSession({ ...at, compaction: [failing, extractiveSummary()] })
    expect(rescued).toMatchObject({
      compacted: true,
      strategy: 'extract',
      tried: [{ name: 'failing', reason: 'threw' }],
    })
    // The summary before stays, sentence by sentence.
    expect(String((await shown(store, 'told'))[0]?.content)).toContain('They plan a party in Hamburg')
  })
})

describe('an assembler that compacts in sections', () => {
  it('sends a summary within a quarter of the room, and says what it has no room for', async () => {
    const store = createSessionStore()
    const many = Array.from({ length: 60 }, (_, n) =>
      ask(`The code of locker ${n + 10} in the hall is ${4711 + n}.`),
    ).flat()
    await store.append(scope, 's', [...ask('I want to make a list of all lockers in the station.'), ...many])
    const assembler = createContextAssembler(
      { sessionStore: store, scope, compaction: [extractiveSummary()], now: () => new Date(0) },
      { model: 'any' },
    )
    const result = await assembler.compact('s', { window: 1_200 })
    expect(result.compacted).toBe(true)
    const { messages } = await assembler.assemble('s', undefined, { window: 8_000, reserve: 500 })
    const text = String(messages[0]?.content)
    const codes = Array.from({ length: 50 }, (_, n) => String(4711 + n))
    const left = codes.map((code) => text.includes(code))
    expect(left).toEqual([...left].sort((a, b) => Number(a) - Number(b)))
    expect(left).toContain(false)
    const gone = codes.filter((_, n) => !left[n])
    expect(result.missing.flatMap((one) => (/^\d{4}$/.test(one.text) ? one.text : [])).sort()).toEqual(gone)
    await assembler.close()
  })
})
