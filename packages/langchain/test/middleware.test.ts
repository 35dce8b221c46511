import { type BuildEvent, type Context, createContext, type Message } from '@lamella/core'
import { history, memory, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { type AIMessage, HumanMessage } from '@langchain/core/messages'
import { createAgent } from 'langchain'
import { ConfigurableModel } from 'langchain/chat_models/universal'
import { describe, expect, it } from 'vitest'
import { type HostedRequest, lamella } from '../src/index.ts'
import { RecordedModel, replay } from './helpers/replay.ts'

const nothing = { system: 'Brief.', tools: [] }
const talk = (size: number): readonly Message[] =>
  Array.from({ length: size }, (_, index) => [
    { role: 'user' as const, content: `Question ${index}` },
    { role: 'assistant' as const, content: `Answer ${index}` },
  ]).flat()

describe('lamella', () => {
  it('changes nothing of a conversation that fits', async () => {
    const { model, state } = await replay(nothing, talk(3), lamella({ scope: { tenant: 'acme' } }))
    expect(model.sent.map((messages) => messages.map(({ text }) => text))).toEqual([
      ['Brief.', 'Question 0'],
      ['Brief.', 'Question 0', 'Answer 0', 'Question 1'],
      ['Brief.', 'Question 0', 'Answer 0', 'Question 1', 'Answer 1', 'Question 2'],
    ])
    // The very messages of the state, with whatever their provider has put into them.
    expect(model.sent[2]?.[2]?.content).toEqual(state[1]?.content)
  })

  it('lets an observer follow each build', async () => {
    const built: number[] = []
    const observe = (event: BuildEvent): unknown => event.type === 'built' && built.push(event.total)
    const { model } = await replay(nothing, talk(3), lamella({ scope: { tenant: 'acme' }, observe }))
    expect(built).toHaveLength(model.sent.length)
  })

  it('adds what layers say to the system prompt and to the messages, but not to the state', async () => {
    const entries = [{ id: 'tea', text: 'Ada drinks tea.' }]
    const builder = createContext()
      .use([memory({ source: { entries: () => ({ entries: [...entries] }) } }), history(), message()])
      .budget({ window: 8_000, reserve: 1_000 })
    const sessions = createSessionStore()
    const seen: Context[] = []
    const middleware = lamella({
      builder,
      sessions,
      scope: { tenant: 'acme', kind: 'private' },
      onRequest: ({ context }) => seen.push(context),
    })
    const { model, state } = await replay(nothing, talk(1), middleware)
    expect(model.sent[0]?.[0]?.text).toContain('Ada drinks tea.')
    entries.push({ id: 'time', text: 'At four.' })
    const agent = createAgent({ model, tools: [], systemPrompt: 'Brief.', middleware: [middleware] })
    const messages = [...state, new HumanMessage('When?')]
    const result = await agent.invoke({ messages }, { configurable: { thread_id: 'recorded' } })
    expect(model.sent[1]?.at(-1)?.text).toContain('At four.')
    expect(model.sent[1]?.[0]?.text).toBe(model.sent[0]?.[0]?.text)
    expect(JSON.stringify(result.messages)).not.toContain('At four.')
    expect(seen[1]?.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'memory' }] })
  })

  it('keeps tenants apart that use it at the same time', async () => {
    const sessions = createSessionStore()
    const middleware = lamella({
      sessions,
      window: 4_000,
      reserve: 500,
      scope: ({ context }) => ({ tenant: String((context as { tenant: string }).tenant) }),
    })
    const ask = async (tenant: string): Promise<readonly string[]> => {
      const model = new RecordedModel([])
      const agent = createAgent({ model, tools: [], middleware: [middleware] })
      const config = { context: { tenant }, configurable: { thread_id: 'same' } } as object
      const messages: (HumanMessage | AIMessage)[] = []
      for (let turn = 0; turn < 3; turn++) {
        messages.push(new HumanMessage(`${tenant} ${turn}`))
        const result = await agent.invoke({ messages }, config)
        messages.push(result.messages.at(-1) as AIMessage)
      }
      return model.sent.flat().map(({ text }) => text)
    }
    const [one = [], other = []] = await Promise.all([ask('acme'), ask('other')])
    expect(one.filter((text) => text.startsWith('other'))).toEqual([])
    expect(other.filter((text) => text.startsWith('acme'))).toEqual([])
    for (const [tenant, stranger] of [
      ['acme', 'other'],
      ['other', 'acme'],
    ] as const) {
      // The last question waits for its answer.
      const kept = JSON.stringify(await sessions.runs?.read({ tenant }, 'same'))
      expect(kept).toContain(`"content":"${tenant} 2"`)
      expect(kept).not.toContain(stranger)
    }
  })

  it('continues after an abort with a valid request', async () => {
    const controller = new AbortController()
    const middleware = lamella({
      sessions: createSessionStore(),
      scope: { tenant: 'acme' },
      window: 4_000,
      reserve: 500,
    })
    await expect(replay(nothing, talk(3), middleware, { controller, at: 1 })).rejects.toThrow()
    const { model } = await replay(nothing, talk(2), middleware)
    expect(model.sent[1]?.map(({ text }) => text)).toEqual(['Brief.', 'Question 0', 'Answer 0', 'Question 1'])
  })

  it('needs no scope without a store, and one with a thread in a store', async () => {
    const { model } = await replay(nothing, talk(2), lamella())
    expect(model.sent[1]?.map(({ text }) => text)).toEqual(['Brief.', 'Question 0', 'Answer 0', 'Question 1'])
    await expect(replay(nothing, talk(1), lamella({ sessions: createSessionStore() }))).rejects.toThrow(/SCOPE_INVALID/)
  })

  it('reports each request with the usage of its answer', async () => {
    const requests: HostedRequest[] = []
    const scope = { tenant: 'acme' }
    await replay(nothing, talk(2), lamella({ scope, onRequest: (request) => requests.push(request) }))
    expect(requests).toMatchObject([100, 101].map((input) => ({ model: 'gpt-5', scope, usage: { input, output: 1 } })))
  })

  it.each([
    [{}, {}],
    [
      { cache_read: 60, cache_creation: 30 },
      { cached: 60, written: 30 },
    ],
  ])('reports what was read from the cache and written to it: %j', async (details, expected) => {
    const requests: HostedRequest[] = []
    const usage = { input_tokens: 100, output_tokens: 2, total_tokens: 102, input_token_details: details }
    const { wrapModelCall } = lamella({ model: 'gpt-5', onRequest: (request) => requests.push(request) })
    const call = { model: 'gpt-5', messages: [new HumanMessage('Hello')], tools: [], runtime: {} }
    await wrapModelCall(call, () => Object.assign(new HumanMessage('Hi'), { usage_metadata: usage }))
    expect(requests.map((request) => request.usage)).toEqual([{ input: 100, ...expected, output: 2 }])
  })

  it('says which window is not known, and takes that of a known model', async () => {
    const unknown = lamella({ scope: { tenant: 'acme' }, model: 'nobody-knows-it' })
    await expect(replay(nothing, talk(1), unknown)).rejects.toThrow(/WINDOW_REQUIRED/)
    const windows: number[] = []
    const known = lamella({
      scope: { tenant: 'acme' },
      onRequest: ({ context: { report } }) => windows.push(report.tokens.window),
    })
    await replay(nothing, talk(1), known)
    expect(windows).toEqual([400_000])
  })

  it('takes the name of a model that LangChain makes from a text, such as `openai:gpt-5`', async () => {
    const windows: number[] = []
    const onRequest = ({ context: { report } }: HostedRequest): unknown => windows.push(report.tokens.window)
    const model = new ConfigurableModel({ defaultConfig: { model: 'gpt-5', modelProvider: 'openai' } })
    const call = { model, messages: [new HumanMessage('Hello')], tools: [], runtime: {} }
    await lamella({ scope: { tenant: 'acme' }, onRequest }).wrapModelCall(call, () => new HumanMessage('Hi'))
    expect(windows).toEqual([400_000])
  })

  it('rejects options that it does not know, and a scope without a tenant', async () => {
    expect(() => lamella({ scope: { tenant: 'acme' }, windows: 1 } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    )
    await expect(replay(nothing, talk(1), lamella({ scope: {} as never }))).rejects.toThrow(/SCOPE_INVALID/)
  })
})
