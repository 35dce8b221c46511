import { type Context, createContext } from '@lamella/core'
import { history, memory, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import * as newest from '@langchain/langgraph'
import * as oldest from 'langgraph-oldest'
import { describe, expect, it } from 'vitest'
import { type FitMessages, fitMessages, type HostedRequest } from '../src/index.ts'
import { RecordedModel } from './helpers/replay.ts'

const look = { name: 'look', description: 'Looks.', schema: { type: 'object', properties: {} } }
const prompt = new SystemMessage('Brief.')

/** A graph whose one node calls a model by hand, and adds what it says to the state. */
function graphOf({ StateGraph, MessagesAnnotation, MemorySaver }: typeof newest, fitIn: FitMessages) {
  const model = new RecordedModel([])
  const contexts: Context[] = []
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', async (state, config) => {
      const { messages, context } = await fitIn([prompt, ...state.messages], { model, tools: [look], config })
      contexts.push(context)
      return { messages: [await model.invoke(messages)] }
    })
    .addEdge('__start__', 'model')
    .compile({ checkpointer: new MemorySaver() })
  const ask = async (question: string, thread: string): Promise<readonly BaseMessage[]> => {
    const input = { messages: [new HumanMessage(question)] }
    return (await graph.invoke(input, { configurable: { thread_id: thread } })).messages
  }
  return { ask, model, contexts }
}

describe.each([
  ['newest', newest],
  ['oldest', oldest as unknown as typeof newest],
])('fitMessages in a graph of the %s version', (_, version) => {
  it('fits each request into the window, and each extends the one before until a cut', async () => {
    const sessions = createSessionStore()
    const fitIn = fitMessages({ sessions, scope: { tenant: 'acme' }, window: 2_000, reserve: 200 })
    const { ask, model, contexts } = graphOf(version, fitIn)
    let state: readonly BaseMessage[] = []
    for (let turn = 0; turn < 12; turn++) state = await ask(`${turn}. ${'A lamp of brass. '.repeat(40)}`, 'chat-1')
    expect(state).toHaveLength(24)
    expect(contexts.map(({ report }) => report.run?.cut?.reason)).toContain('window')
    for (const [index, { report }] of contexts.entries()) {
      expect(report.tokens.total).toBeLessThanOrEqual(2_000)
      const [now = [], before = []] = [model.sent[index], model.sent[index - 1]]
      expect(now[0]).toBe(prompt)
      expect(now.at(-1)?.text).toContain(`${index}. `)
      if (index > 0 && !report.run?.cut) expect(now.slice(0, before.length).map(plain)).toEqual(before.map(plain))
    }
    // Twelve questions and eleven answers were sent; the last question waits for its answer.
    const stored = await sessions.runs?.read({ tenant: 'acme' }, 'chat-1')
    const { epoch } = contexts.at(-1)?.report.run ?? {}
    expect(epoch).toBeGreaterThan(1)
    const kept = JSON.stringify([stored?.run, ...(stored?.added ?? [])])
    expect(kept).toContain('"base":22')
  })

  it('counts as the model does with a builder that has no tokenizer', async () => {
    const builder = createContext().use([history(), message()])
    const tokenizer = { name: 'letters', exact: true, count: (text: string) => text.length }
    for (const [one, name] of [
      [builder, 'tiktoken:o200k_base'] as const,
      [builder.tokenizer(tokenizer), 'letters'] as const,
    ]) {
      const fitIn = fitMessages({ builder: one, scope: { tenant: 'acme' }, window: 2_000, reserve: 200 })
      const { ask, contexts } = graphOf(version, fitIn)
      await ask('Hello', 'chat-1')
      expect(contexts.map(({ report }) => report.tokens.tokenizer)).toEqual([name])
    }
  })

  it('adds what layers say to the system prompt, and keeps threads apart', async () => {
    const entries = [{ id: 'tea', text: 'Ada drinks tea.' }]
    const builder = createContext()
      .use([memory({ source: { entries: () => ({ entries: [...entries] }) } }), history(), message()])
      .budget({ window: 8_000, reserve: 1_000 })
    const scope = { tenant: 'acme', kind: 'private' } as const
    const { ask, model } = graphOf(version, fitMessages({ builder, sessions: createSessionStore(), scope }))
    await ask('What do I drink?', 'one')
    entries.push({ id: 'time', text: 'At four.' })
    const state = await ask('When?', 'one')
    await ask('Hello', 'two')
    const texts = model.sent.map((messages) => messages.map(({ text }) => text))
    expect(texts[0]?.[0]).toMatch(/^Brief\.\n\n.*Ada drinks tea\./s)
    expect(texts[1]?.[0]).toBe(texts[0]?.[0])
    expect(texts[1]?.at(-1)).toContain('At four.')
    expect(texts[2]).toHaveLength(2)
    expect(texts[2]?.[0]).toContain('At four.')
    expect(JSON.stringify(state)).not.toContain('At four.')
  })
})

describe('fitMessages', () => {
  const scope = { tenant: 'acme' }

  it('returns the given messages if they fit, with or without a system prompt', async () => {
    const fitIn = fitMessages({ scope, window: 4_000, reserve: 500 })
    const call = { type: 'tool_call' as const, id: 'c1', name: 'look', args: {} }
    const talk = [
      new HumanMessage('Look'),
      new AIMessage({ content: '', tool_calls: [call] }),
      new ToolMessage({ content: 'A lamp', tool_call_id: 'c1', name: 'look' }),
    ]
    for (const given of [talk, [prompt, ...talk], [prompt, new SystemMessage('And kind.'), ...talk]]) {
      const { messages, context } = await fitIn(given)
      expect(messages).toHaveLength(given.length)
      for (const [index, one] of messages.entries()) expect(one).toBe(given[index])
      expect(context.system.map(({ content }) => content).join()).toBe(
        given.flatMap(({ type, text }) => (type === 'system' ? [text] : [])).join('\n\n'),
      )
    }
  })

  it('gives each named node a run of its own', async () => {
    const sessions = createSessionStore()
    const fitIn = fitMessages({ sessions, scope, window: 4_000, reserve: 500 })
    const config = { configurable: { thread_id: 'chat-1' } }
    const ask = async (talk: readonly BaseMessage[], node: string, agent?: string): Promise<number> => {
      const given = [new SystemMessage(`You are the ${node}.`), ...talk]
      const { context } = await fitIn(given, { config, ...(agent && { agent }) })
      return context.report.cache.prefix ?? 0
    }
    const first = [new HumanMessage('Hello')]
    const second = [...first, new AIMessage('Hi.'), new HumanMessage('And now?')]
    // How much of a request repeats the one before, in tokens.
    for (const node of ['planner', 'writer']) await ask(first, node, node)
    const named = [await ask(second, 'planner', 'planner'), await ask(second, 'writer', 'writer')]
    await ask(first, 'planner')
    const nameless = await ask(second, 'writer')
    for (const repeated of named) expect(repeated).toBeGreaterThan(nameless)
  })

  it('knows the model that tools were bound to', async () => {
    const fitIn = fitMessages({ scope })
    const bound = new RecordedModel([]).withConfig({ tags: ['a'] })
    const { context } = await fitIn([new HumanMessage('Hello')], { model: bound })
    expect(context.report.tokens.window).toBe(400_000)
    await expect(fitIn([new HumanMessage('Hello')])).rejects.toMatchObject({ code: 'WINDOW_REQUIRED' })
  })

  // langchain-ai/langchainjs#7573: providers refuse a call without a result of its own.
  it.each([[['a', 'b']], [['a', 'b', 'c']]])('answers each of the calls %s that were interrupted', async (ids) => {
    const tool_calls = ids.map((id) => ({ id, name: 'look', args: {} }))
    const given = [new HumanMessage('Look'), new AIMessage({ content: '', tool_calls }), new HumanMessage('And now?')]
    const { messages } = await fitMessages({ model: 'gpt-5' })(given)
    const results = messages.filter((one) => one instanceof ToolMessage)
    expect(results.map(({ tool_call_id, status }) => [tool_call_id, status])).toEqual(ids.map((id) => [id, 'error']))
    expect(messages.map(({ type }) => type)).toEqual(['human', 'ai', ...ids.map(() => 'tool'), 'human'])
  })

  it('reports each request without usage, since the node sees the answer', async () => {
    const requests: HostedRequest[] = []
    const fitIn = fitMessages({ model: 'gpt-5', onRequest: (request) => requests.push(request) })
    const { context } = await fitIn([new HumanMessage('Hello')])
    expect(requests).toEqual([{ context, model: 'gpt-5' }])
  })

  it.each(['windows', 'history'])('rejects an option that it does not have: %s', (option) => {
    expect(() => fitMessages({ scope, [option]: 'host' })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', details: { what: 'fitMessages', option } }) as Error,
    )
  })
})

describe('calls whose arguments could not be read', () => {
  const raw = { id: 'c1', type: 'function' as const, function: { name: 'write', arguments: '{"a":' } }
  const invalid = { type: 'invalid_tool_call' as const, id: 'c1', name: 'write', args: '{"a":', error: 'Malformed.' }
  const answer = new ToolMessage({ content: 'Write JSON.', tool_call_id: 'c1', status: 'error' })
  const go = new HumanMessage('Go')
  const fitted = async (messages: readonly BaseMessage[]) =>
    (await fitMessages({ window: 4_000, reserve: 200 })(messages, { model: 'gpt-5' })).messages

  it.each([
    [
      'in the raw form of OpenAI',
      { content: '', invalid_tool_calls: [invalid], additional_kwargs: { tool_calls: [raw] } },
    ],
    [
      'in a block of Anthropic',
      { content: [{ type: 'tool_use', id: 'c1', name: 'write', input: '{"a":' }], invalid_tool_calls: [invalid] },
    ],
  ])('keep their result, and get one if they have none: %s', async (_, fields) => {
    const call = new AIMessage(fields)
    expect(await fitted([go, call, answer])).toEqual([go, call, answer])
    const [, , standIn] = await fitted([go, call, new HumanMessage('And?')])
    expect(standIn).toMatchObject({ type: 'tool', tool_call_id: 'c1', status: 'error' })
  })

  it('have no result that a model would refuse, if the model is not sent the call', async () => {
    const said = { content: '', tool_calls: [{ id: 'c2', name: 'look', args: {} }], invalid_tool_calls: [invalid] }
    const call = new AIMessage({ ...said, additional_kwargs: { tool_calls: [raw] } })
    const seen = new ToolMessage({ content: 'Seen.', tool_call_id: 'c2' })
    expect(await fitted([go, call, answer, seen])).toEqual([go, call, seen])
  })
})

function plain({ type, text }: BaseMessage): object {
  return { type, text }
}
