import { type AssembledContext, type ContextAssembler, createContextAssembler } from '@lamella/assembler'
import { createContextAssembler as seedAssembler } from '@lamella/assembler/seed'
import type { Message } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { assistant, called, executor, scope, tool, user } from '../assembler/support.ts'

type Config = NonNullable<Parameters<typeof createContextAssembler>[1]>

/** Assemblers over one store, as processes that start one after the other; the clock ticks at each request. */
function processes(more: Config = {}): {
  readonly sessionStore: ReturnType<typeof createSessionStore>
  start(tools?: readonly string[]): ContextAssembler
  say(...messages: readonly Message[]): Promise<unknown>
} {
  const sessionStore = createSessionStore()
  let time = Date.parse('2024-01-01T12:00:00Z')
  const now = (): Date => {
    time += 60_000
    return new Date(time)
  }
  return {
    sessionStore,
    start: (tools = ['look']) =>
      createContextAssembler(
        { sessionStore, scope, toolExecutor: executor(...tools.map((name) => tool(name))), now },
        { model: 'gpt-4o', ...more },
      ),
    say: (...messages) => sessionStore.append(scope, 's', messages),
  }
}

const texts = ({ messages }: AssembledContext): readonly string[] =>
  messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))

const bytes = ({ system, messages, tools }: AssembledContext): string => JSON.stringify({ system, messages, tools })

describe('the requests of a session in a store that keeps runs', () => {
  it('extend each other, whichever process assembles them, while the clock ticks', async () => {
    const { start, say } = processes()
    await say(user('One'))
    const first = await start().assemble('s')
    await say(...called('a', 'Seen.'))
    const second = await start().assemble('s')
    await say(assistant('1'), user('Two'))
    const third = await start().assemble('s')
    for (const [before, after] of [
      [first, second],
      [second, third],
    ] as const) {
      expect(after.report.run).toMatchObject({ epoch: 1 })
      expect([after.system, after.messages.slice(0, before.messages.length)]).toEqual([before.system, before.messages])
    }
    expect(texts(third).slice(-2)).toEqual(['Two', expect.stringContaining('Current datetime: 2024-01-01 12:03 UTC')])
  })

  it('have the same bytes at the same state of the session, whatever has changed', async () => {
    const { start, say } = processes()
    await say(user('One'))
    const first = await start().assemble('s')
    expect(bytes(await start().assemble('s'))).toBe(bytes(first))
    const asked = await start().assemble('s', undefined, { message: 'Not in the session' })
    expect(texts(asked)).toEqual(['One', 'Not in the session'])
    expect(bytes(await start().assemble('s', undefined, { message: 'Not in the session' }))).toBe(bytes(asked))
    expect(bytes(await start().assemble('s'))).toBe(bytes(first))
  })

  it('are other requests if the call asks for something else', async () => {
    const { start, say } = processes()
    await say(user('One'))
    const first = await start().assemble('s')
    const brief = await start().assemble('s', undefined, { additionalSystemPrompt: 'Be brief.' })
    expect([first.systemPrompt, brief.systemPrompt].map((text) => text.includes('Be brief.'))).toEqual([false, true])
    const other = await start(['look', 'find']).assemble('s')
    expect(other.tools.map(({ name }) => name)).toEqual(['look', 'find'])
  })

  it('begin a new epoch for another model', async () => {
    const { start, say } = processes()
    await say(user('One'))
    await start().assemble('s')
    await say(assistant('1'), user('Two'))
    const other = await start().assemble('s', undefined, { model: 'gpt-4.1' })
    expect(other.report.run?.cut?.reason).toBe('model')
    expect(texts(other)).toEqual(['One', '1', 'Two'])
  })

  it('begin a new epoch after a compaction, with the summary and what follows it', async () => {
    const { start, say, sessionStore } = processes()
    await say(user('One'), assistant('1'), user('Two'))
    await start().assemble('s')
    await say(assistant('2'), user('Three'))
    await sessionStore.compactions.add(scope, 's', { start: 0, end: 2, text: 'They counted.' })
    const after = await start().assemble('s')
    expect(after.report.run?.cut?.reason).toBe('asked')
    // Before them is the digest of what the summary replaces.
    expect(texts(after).slice(-4)).toEqual([expect.stringContaining('They counted.'), 'Two', '2', 'Three'])
  })

  it('report what a cut for room has removed', async () => {
    const { start, say } = processes({ reserve: 50 })
    const assembler = start()
    let cuts = 0
    for (let turn = 0; turn < 20; turn++) {
      await say(user(`Question ${turn}: ${'why '.repeat(30)}`))
      const { report, metadata, messages } = await assembler.assemble('s', undefined, { window: 1_000 })
      if (report.run?.cut) cuts++
      const shown = messages.filter((one) => updateMark(one) === undefined).length
      const missing = 2 * turn + 1 - shown
      expect(metadata.truncated).toBe(missing > 0)
      if (missing > 0) {
        expect(metadata.truncationInfo).toMatchObject({ strategy: 'smart', removedCount: missing })
        const { originalTokens = 0, removedTokens = 0, finalTokens = 0 } = metadata.truncationInfo ?? {}
        expect(originalTokens).toBe(removedTokens + finalTokens)
        expect(removedTokens).toBeGreaterThan(30 * missing)
      }
      await say(assistant(`Answer ${turn}: ${'because '.repeat(30)}`))
    }
    expect(cuts).toBeGreaterThan(1)
    expect(cuts).toBeLessThan(10)
  })

  it('are a run of each agent that shares the session', async () => {
    const { start, say } = processes({ sections: [{ name: 'motto', content: 'Be kind.', order: 100 }] })
    await say(user('One'))
    const [a, b] = [await start().assemble('s', 'a'), await start(['find']).assemble('s', 'b')]
    await say(assistant('1'), user('Two'))
    const [a2, b2] = [await start().assemble('s', 'a'), await start(['find']).assemble('s', 'b')]
    for (const [before, after] of [
      [a, a2],
      [b, b2],
    ] as const) {
      expect([after.report.run?.cut, after.messages[0]]).toEqual([undefined, before.messages[0]])
      expect(after.tools).toEqual(before.tools)
    }
  })
})

describe('a check of compaction', () => {
  it('stores nothing, and does not change what is assembled next', async () => {
    const { start, say, sessionStore } = processes()
    await say(user('One'))
    const assembler = start()
    await assembler.checkCompaction('s')
    expect(await sessionStore.runs.read(scope, 's')).toBeUndefined()
    const first = await assembler.assemble('s')
    const { version } = (await sessionStore.runs.read(scope, 's')) ?? {}
    expect(version).toBe(1)
    await say(assistant('1'), user('Two'))
    await assembler.checkCompaction('s')
    expect(await sessionStore.runs.read(scope, 's')).toMatchObject({ version })
    const second = await assembler.assemble('s')
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages)
  })
})

describe('the arrangement', () => {
  it('is classic on request: each request is made on its own', async () => {
    const { start, say, sessionStore } = processes({ arrange: 'classic' })
    await say(user('One'))
    const first = await start().assemble('s')
    const again = await start().assemble('s')
    expect(first.systemPrompt).not.toBe(again.systemPrompt)
    expect([first.run, first.report.run, await sessionStore.runs.read(scope, 's')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is classic for a store that only reads, and for the page of the seed', async () => {
    const reader = { getMessages: () => [user('One')] }
    const { report } = await createContextAssembler({ sessionStore: reader }, { model: 'gpt-4o' }).assemble('s')
    expect(report.run).toBeUndefined()
    const sessionStore = createSessionStore()
    await sessionStore.append(scope, 's', [user('One')])
    const seed = seedAssembler({ sessionStore, scope, toolExecutor: executor() } as never, { defaultModel: 'gpt-4o' })
    await seed.assemble('s')
    expect(await sessionStore.runs.read(scope, 's')).toBeUndefined()
  })

  it('cannot be a run without a store that keeps it', () => {
    const sessionStore = { getMessages: () => [] }
    expect(() => createContextAssembler({ sessionStore }, { arrange: 'run' })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        details: { what: 'createContextAssembler', option: 'arrange' },
      }),
    )
  })
})
