import { createContext, type MemorySource, type Message } from '@lamella/core'
import { history, memory, message } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { type MemoryStore, memorySource, searchSource } from '@lamella/store'
import { createMemoryStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const

async function filled(): Promise<MemoryStore> {
  const store = createMemoryStore({ ranker: wordRanker })
  await store.put(scope, { id: 'tea', text: 'Ada drinks green tea.' })
  await store.put(scope, { id: 'coffee', text: 'Bob drinks coffee.' })
  return store
}

/** A conversation as a run: each question is answered, and the run is kept as JSON. */
function conversation(source: MemorySource): (question: string) => Promise<RunContext> {
  const builder = createContext()
    .use([memory({ source }), history(), message()])
    .budget({ window: 8_000, reserve: 500 })
  const session: Message[] = []
  let run: RunState | undefined
  return async (question) => {
    const context = await extend(builder, { scope, session: [...session], message: question, ...(run && { run }) })
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    session.push({ role: 'user', content: question }, { role: 'assistant', content: 'Yes.' })
    return context
  }
}

const sent = ({ system, messages, run }: RunContext): string => JSON.stringify([system, messages, run])

describe('memory in a run', () => {
  it.each([
    ['searchSource', searchSource],
    ['memorySource', (store: MemoryStore) => memorySource(store)],
  ])('adds what is new, and does not send what was erased again: %s', async (_, sourceOf) => {
    const store = await filled()
    const next = conversation(sourceOf(store))
    expect(sent(await next('Who drinks tea?'))).toContain('green tea')
    await store.put(scope, { id: 'milk', text: 'Eve drinks milk and tea.' })
    const grown = await next('Who drinks milk?')
    expect(grown.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'memory' }] })
    expect(sent(grown)).toContain('Eve drinks milk')

    await store.delete(scope, 'milk')
    await store.delete(scope, 'tea')
    const cut = await next('Who drinks coffee?')
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'revoked' } })
    expect(sent(cut)).not.toMatch(/green tea|Eve drinks milk/)
    expect(sent(cut)).toContain('Bob drinks coffee')
    expect((await next('Anything else?')).report.run).toMatchObject({ epoch: 2, updates: [] })
  })

  it('does not end the epoch because a search did not find what was announced', async () => {
    const next = conversation(searchSource(await filled()))
    await next('Who drinks tea?')
    for (const question of ['coffee?', 'Nothing of this.', ' ']) {
      expect((await next(question)).report.run?.epoch).toBe(1)
    }
  })

  it('does not end the epoch because a source lists only some of its memories', async () => {
    const store = await filled()
    const next = conversation(memorySource(store, { maxEntries: 2 }))
    expect(sent(await next('Hello'))).toContain('green tea')
    await store.put(scope, { id: 'aniseed', text: 'Zoë drinks ouzo.' })
    expect((await next('And now?')).report.run).toMatchObject({ epoch: 1, updates: [{ fragments: ['aniseed'] }] })
  })

  it('tells what a search finds as a replacement, if the source cannot say what was erased', async () => {
    const store = await filled()
    const { revoked: _, ...source } = searchSource(store)
    const next = conversation(source)
    await next('Who drinks tea?')
    await store.delete(scope, 'tea')
    const { report, messages } = await next('Who drinks coffee?')
    expect(report.run?.epoch).toBe(1)
    expect(JSON.stringify(messages)).toMatch(/part=\\"tea\\" replaces=\\"earlier\\">\\n\(removed\)/)
  })
})

describe('memory in the middle of a turn', () => {
  const many = Array.from({ length: 3 }, (_, at) => ({ id: `m${at}`, text: `Ada likes tea number ${at}.` }))

  /** Asks with a new memory found in the turn's middle, where the layer shows two; returns the request after a cut. */
  async function cutWith(source: MemorySource, change: () => unknown): Promise<RunContext> {
    const builder = createContext()
      .use([memory({ source, ranker: wordRanker, maxEntries: 2 }), history(), message()])
      .budget({ window: 8_000, reserve: 500 })
    const question = 'Which tea does Ada like?'
    const asked = await extend(builder, { scope, message: question })
    const session: Message[] = [
      { role: 'user', content: question },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'remember', input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c1', toolName: 'remember', output: { type: 'text', value: 'Done.' } },
        ],
      },
    ]
    await change()
    const run = JSON.parse(JSON.stringify(asked.run)) as RunState
    return await extend(builder, { scope, session, run, cut: true })
  }

  it.each([
    ['searchSource', searchSource],
    ['memorySource', (store: MemoryStore) => memorySource(store)],
  ])('keeps what was shown for the question through a cut, unless it was erased: %s', async (_, sourceOf) => {
    for (const erases of [false, true]) {
      const store = createMemoryStore({ ranker: wordRanker })
      for (const entry of many.slice(0, 2)) await store.put(scope, entry)
      const cut = await cutWith(sourceOf(store), async () => {
        // It matches the question best, so one of the two is no longer found.
        await store.put(scope, { id: 'z', text: 'Which tea does Ada like? Which tea Ada like.' })
        if (erases) await store.delete(scope, 'm0')
      })
      expect(cut.report.run?.cut?.reason).toBe(erases ? 'revoked' : 'asked')
      const text = cut.system.map(({ content }) => content).join()
      expect(text).toContain('tea number 1')
      expect(text.includes('tea number 0')).toBe(!erases)
    }
  })
})
