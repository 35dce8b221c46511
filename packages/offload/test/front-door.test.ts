import { createContextAssembler } from '@lamella/assembler'
import { createContext, type Message } from '@lamella/core'
import { createAdapter } from '@lamella/host'
import { history, message } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { openRun } from '@lamella/runs'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { contentsOf, lines, scope, textResult } from './support/place.ts'

function setUp() {
  const blobs = createBlobStore()
  const sessions = withOffload(createSessionStore(), offload({ blobs, limit: 1_000, texts: 1_000 }))
  const tools = contextTools({ more: [readResult({ sessions, blobs })] })
  const builder = createContext()
    .use([history(), message()])
    .tools(tools.definitions)
    .budget({ window: 6_000, reserve: 500 })
  return { blobs, sessions, tools, builder }
}

const log = (of: number): string =>
  lines(1_500, (n) => (n === 700 ? `order ${of}: the secret is K${of}77Z` : `log ${of} entry ${n}`))

const call = (id: string, input: unknown, toolName = 'bash'): Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName, input }],
})

const strings = (value: unknown): string => JSON.stringify(value)

describe('a run over a store with contents put aside', () => {
  it('lets a scripted model find a line by handle, after heads, shortening and cuts, with the same bytes throughout', async () => {
    const { sessions, tools, builder, blobs } = setUp()
    const run = await openRun(builder, { sessions, scope, id: 's' })
    let before: readonly Message[] = []
    let cuts = 0
    for (let turn = 0; turn < 24; turn++) {
      const asked = await run.next({ message: `Look at log ${turn}. ${'Please. '.repeat(40)}` })
      if (asked.report.run?.cut) cuts++
      else expect(asked.messages.slice(0, before.length)).toEqual(before)
      before = asked.messages
      await run.append([call(`c${turn}`, { turn }), textResult(log(turn), 'bash', `c${turn}`)])
      const context = await run.next()
      if (context.report.run?.cut) cuts++
      else expect(context.messages.slice(0, before.length)).toEqual(before)
      before = context.messages
      expect(strings(context.messages)).not.toContain(`K${turn}77Z`)
      await run.append({ role: 'assistant', content: 'I have read it.' })
    }
    expect(cuts).toBeGreaterThan(1)
    const context = await run.next({ message: 'What is the secret of each?' })
    const text = strings(context.messages)
    for (let turn = 0; turn < 24; turn++) {
      const position = turn * 4 + 2
      const named = text.includes(`"m${position}\\"`) ? `m${position}` : 'session'
      const found = await tools.handle('read_result', { handle: named, pattern: `^order ${turn}: ` }, { scope })
      expect(found.value).toContain(`700: order ${turn}: the secret is K${turn}77Z`.slice(named === 'session' ? 5 : 0))
    }
    expect(text).toMatch(/to read: read_result \{\\"handle\\":\\"m\d+\\"\}/)
    expect(await contentsOf(blobs)).toHaveLength(24)
  })

  it('names no handle without the tool', async () => {
    const { sessions } = setUp()
    const builder = createContext().use([history(), message()]).budget({ window: 6_000, reserve: 500 })
    const run = await openRun(builder, { sessions, scope, id: 's' })
    for (let turn = 0; turn < 12; turn++) {
      await run.next({ message: `Look ${turn}` })
      await run.append([
        call(`c${turn}`, { turn }),
        textResult(
          lines(60, (n) => `short ${turn} entry ${n}`),
          'bash',
          `c${turn}`,
        ),
      ])
      await run.next()
      await run.append({ role: 'assistant', content: 'I have read it.' })
    }
    const { messages, report } = await run.next({ message: 'And?' })
    expect(report.run?.epoch).toBeGreaterThan(1)
    expect(strings(messages)).toMatch(/no longer shown|characters cut/)
    expect(strings(messages)).not.toContain('read_result')
  })

  it('sends a question in the form in which the session has it, and images as they were', async () => {
    const { sessions, builder } = setUp()
    const run = await openRun(builder, { sessions, scope, id: 's' })
    const bytes = Uint8Array.from({ length: 9_000 }, (_, index) => index % 251)
    const question = [
      { type: 'text' as const, text: log(1) },
      { type: 'file' as const, data: bytes, mediaType: 'application/pdf' },
    ]
    const first = await run.next({ message: { role: 'user', content: question } })
    await run.append({ role: 'assistant', content: 'Yes.' })
    const next = await run.next({ message: 'And?' })
    expect(next.report.run?.cut).toBeUndefined()
    expect(next.messages.slice(0, 1)).toEqual(first.messages)
    expect(strings(next.messages[0])).toContain(`"data":"${Buffer.from(bytes).toString('base64')}"`)
    const [stored] = await sessions.read(scope, 's', 0, 1)
    expect(stored?.message).toEqual(first.messages[0])
  })
})

describe('an adapter over such a store', () => {
  const loop = [call('c1', {}), textResult(log(1), 'bash', 'c1')]

  it.each(['session', 'host'] as const)('recognizes whole results that a host repeats (history: %s)', async (where) => {
    const { sessions, builder, blobs } = setUp()
    const adapter = createAdapter('test', { builder, sessions, history: where })
    const messages: Message[] = [{ role: 'user', content: 'Look' }]
    const first = await adapter.next({ scope, session: 's', messages })
    await first.answered([loop[0] as never])
    messages.push(...loop)
    const second = await adapter.next({ scope, session: 's', messages })
    await second.answered([{ role: 'assistant', content: 'Yes.' }])
    messages.push({ role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'More' })
    const third = await adapter.next({ scope, session: 's', messages: structuredClone(messages) })
    expect(third.context.messages.slice(0, 3)).toEqual(second.context.messages)
    expect(strings(third.context.messages)).toContain('read_result')
    expect(strings(third.context.messages).length).toBeLessThan(8_000)
    expect(await contentsOf(blobs)).toHaveLength(1)
  })

  it('puts a result aside once, however often the same message comes', async () => {
    const { sessions, blobs } = setUp()
    let puts = 0
    const { put } = blobs
    Object.assign(blobs, {
      put: (...args: Parameters<typeof put>) => {
        // The first of a session is its key.
        if (args[3]?.mediaType?.startsWith('text/')) puts++
        return put(...args)
      },
    })
    for (let step = 0; step < 5; step++) await sessions.prepare?.(scope, 's', loop)
    expect(puts).toBe(1)
    await blobs.delete(scope, 's')
    await sessions.prepare?.(scope, 's', loop)
    expect(puts).toBe(2)
  })
})

describe('the assembler over such a store', () => {
  it('sends heads, and the tool that reads them', async () => {
    const { sessions, tools } = setUp()
    const now = (): Date => new Date(0)
    const assembler = createContextAssembler({ sessionStore: sessions, contextTools: tools, scope, now })
    await sessions.append(scope, 's', [
      { role: 'user', content: 'Look' },
      call('c1', {}),
      textResult(log(1), 'bash', 'c1'),
    ])
    const context = await assembler.assemble('s', undefined, { model: 'gpt-4o' })
    expect(context.tools.map(({ name }) => name)).toContain('read_result')
    expect(strings(context.messages)).toContain('read_result')
    expect(strings(context.messages)).not.toContain('K177Z')
  })

  it('names the messages of the store in what a cut shortens and in the digest, after a compaction too', async () => {
    const { sessions, tools } = setUp()
    const now = (): Date => new Date(0)
    const assembler = createContextAssembler({ sessionStore: sessions, contextTools: tools, scope, now })
    const short = (turn: number): string => lines(60, (n) => `log ${turn} entry ${n}`)
    let [cuts, read] = [0, 0]
    for (let turn = 0; turn < 30; turn++) {
      if (turn === 6) await sessions.compactions?.add(scope, 's', { start: 0, end: 8, text: 'They looked at logs.' })
      await sessions.append(scope, 's', [{ role: 'user', content: `Look at log ${turn}.` }])
      const asked = await assembler.assemble('s', undefined, { model: 'gpt-4o', window: 6_000 })
      await sessions.append(scope, 's', [call(`c${turn}`, { turn }), textResult(short(turn), 'bash', `c${turn}`)])
      const { messages } = await assembler.assemble('s', undefined, { model: 'gpt-4o', window: 6_000 })
      if (asked.report.run?.cut) cuts++
      await sessions.append(scope, 's', [{ role: 'assistant', content: `I have read ${turn}.` }])
      for (const message of messages) {
        const [part] = message.role === 'tool' ? message.content : []
        if (part?.type !== 'tool-result') continue
        const [, handle] = strings(part).match(/to read: read_result \{\\"handle\\":\\"(m\d+)/) ?? []
        if (handle === undefined) continue
        const of = Number(part.toolCallId.slice(1))
        expect(handle).toBe(`m${of * 4 + 2}`)
        const { value } = await tools.handle('read_result', { handle, lines: '7' }, { scope })
        expect(value).toContain(`log ${of} entry 7`)
        read++
      }
    }
    expect(cuts).toBeGreaterThan(1)
    expect(read).toBeGreaterThan(5)
  })
})
