import { type BuildEvent, type Context, createContext, type Message } from '@lamella/core'
import { history, memory, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { MemorySession } from '@openai/agents'
import { describe, expect, it } from 'vitest'
import { agentsSession, type HostedRequest, inputFilter, runOptions } from '../../src/index.ts'
import { replay } from '../helpers/replay.ts'

const nothing = { system: 'Brief.', tools: [] }
const scope = { tenant: 'acme', kind: 'private', session: 'chat-1' } as const
const look = { name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } } as const
const talk = (size: number): Message[] =>
  Array.from({ length: size }, (_, index) => [
    { role: 'user' as const, content: `Question ${index}` },
    { role: 'assistant' as const, content: `Answer ${index}` },
  ]).flat()
const called = (size: number, output: string): Message[] => [
  { role: 'user', content: 'Look' },
  ...Array.from({ length: size }, (_, index): Message[] => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `c${index}`, toolName: 'look', input: {} }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: `c${index}`, toolName: 'look', output: { type: 'text', value: output } },
      ],
    },
  ]).flat(),
  { role: 'assistant', content: 'Done.' },
]
/** A model that reads instructions after the input. */
const newest = { model: 'gpt-6.2-sol' } as const
/** The SDK stores calls without their ids. */
const withoutIds = (input: readonly Readonly<Record<string, unknown>>[]): readonly object[] =>
  input.map((item) => (item['type'] === 'function_call' ? { ...item, id: undefined } : item))
const texts = (input: readonly object[]): string => JSON.stringify(input)

describe('inputFilter', () => {
  it('changes nothing of a conversation that fits', async () => {
    const { sent, play } = replay(nothing, talk(2))
    const filtered = replay(nothing, talk(2))
    const session = new MemorySession()
    await play(() => ({ session }))
    await filtered.play(() => runOptions({ sessions, scope, window: 8_000, reserve: 1_000 }))
    expect(filtered.sent).toEqual(sent)
  })

  const sessions = createSessionStore()

  it.each([
    ['heuristic:careful', createContext().use([history(), message()])],
    [
      'letters',
      createContext()
        .use([history(), message()])
        .tokenizer({ name: 'letters', exact: true, count: (text) => text.length }),
    ],
  ])('counts with care with a builder that has no tokenizer: %s', async (name, builder) => {
    const seen: string[] = []
    const onRequest = ({ context }: HostedRequest): number => seen.push(context.report.tokens.tokenizer)
    const { play } = replay(nothing, talk(1))
    await play(() =>
      runOptions({ sessions: createSessionStore(), scope, builder, window: 8_000, reserve: 1_000, onRequest }),
    )
    expect([...new Set(seen)]).toEqual([name])
  })

  it('sends no reasoning with stored responses that a later request lacks, and counts what is sent', async () => {
    const store = createSessionStore()
    const seen: Context[] = []
    const conversation = [...called(4, 'A lamp.'), ...talk(2), ...called(3, 'Another lamp.'), ...talk(1)]
    const { sent, play } = replay({ system: 'Brief.', tools: [look] }, conversation, { store: true })
    const options = { sessions: store, scope, window: 20_000, reserve: 1_000 }
    await play(() => runOptions({ ...options, onRequest: ({ context }) => seen.push(context) }))
    expect(sent.length).toBeGreaterThan(10)
    for (const [index, { input }] of sent.entries()) {
      const before = sent[index - 1]?.input ?? []
      expect(withoutIds(input.slice(0, before.length))).toEqual(withoutIds(before))
      const reasoning = input.filter(({ type }) => type === 'reasoning')
      const thoughts = seen[index]?.messages.flatMap(({ content }): readonly object[] =>
        typeof content === 'string' ? [] : content.filter(({ type }) => type === 'reasoning'),
      )
      expect(thoughts).toHaveLength(reasoning.length)
      expect(reasoning.every((item) => input[input.indexOf(item) + 1]?.['type'] === 'message')).toBe(true)
    }
    expect(JSON.stringify(sent.at(-1)?.input)).toContain('"reasoning"')
  })

  it.each(['conversationId', 'previousResponseId'])(
    'sends results whose calls the API holds, with %s',
    async (name) => {
      const { sent, play } = replay({ system: 'Brief.', tools: [look] }, called(3, 'A lamp.'), { store: true })
      await play(() => ({
        callModelInputFilter: inputFilter({ scope, window: 8_000, reserve: 1_000 }),
        [name]: 'held_1',
      }))
      const outputs = sent.map(({ input }) => input.map(({ type }) => type))
      expect(outputs).toEqual([
        [undefined],
        ['function_call_output'],
        ['function_call_output'],
        ['function_call_output'],
      ])
    },
  )

  it('lets an observer follow each build', async () => {
    const built: number[] = []
    const observe = (event: BuildEvent): unknown => event.type === 'built' && built.push(event.window)
    const { sent, play } = replay(nothing, talk(2))
    await play(() => runOptions({ sessions: createSessionStore(), scope, window: 8_000, reserve: 1_000, observe }))
    expect(built).toEqual(sent.map(() => 8_000))
  })

  it('adds what layers say to the instructions and to the input, but not to the session', async () => {
    const entries = [{ id: 'tea', text: 'Ada drinks tea.' }]
    const builder = createContext()
      .use([memory({ source: { entries: () => ({ entries: [...entries] }) } }), history(), message()])
      .budget({ window: 8_000, reserve: 1_000 })
    const store = createSessionStore()
    const seen: Context[] = []
    const { sent, play } = replay(nothing, talk(2))
    await play(() => {
      if (seen.length > 0) entries.push({ id: 'time', text: 'At four.' })
      return runOptions({ builder, sessions: store, scope, onRequest: ({ context }) => seen.push(context) })
    })
    expect(sent[0]?.instructions).toContain('Ada drinks tea.')
    expect(sent[1]?.instructions).toBe(sent[0]?.instructions)
    expect(texts(sent[1]?.input ?? [])).toContain('At four.')
    expect(texts(sent[1]?.input ?? [])).not.toContain('"lamella"')
    const items = await agentsSession({ sessions: store, scope }).getItems()
    expect(texts(items)).not.toContain('At four.')
    expect(items.filter((item) => 'role' in item && item.role === 'user')).toHaveLength(2)
  })

  it('stores what was said in full, with sessions of Lamella, whatever the model was sent', async () => {
    const long = 'A lamp of brass. '.repeat(400)
    const store = createSessionStore()
    const cuts: unknown[] = []
    const conversation = [...called(6, long), ...called(2, long)].map((one) => one)
    const { sent, play } = replay({ system: 'Brief.', tools: [look] }, conversation)
    await play(() =>
      runOptions({
        sessions: store,
        scope,
        window: 6_000,
        reserve: 500,
        onRequest: ({ context: { report } }) => cuts.push(report.run?.cut?.reason),
      }),
    )
    expect(cuts).toContain('window')
    expect(texts(sent.at(-1)?.input ?? []).length).toBeLessThan(8 * long.length)
    const items = await agentsSession({ sessions: store, scope }).getItems()
    expect(items.filter((item) => 'role' in item && item.role === 'user')).toHaveLength(2)
    const results = items.filter(({ type }) => type === 'function_call_result')
    expect(results).toHaveLength(8)
    for (const result of results) expect(texts([result])).toContain(long)
    expect(texts(items)).not.toContain('lamella')
  })

  const window = { window: 8_000, reserve: 1_000 }

  it.each([
    [
      'with a session of a store',
      true,
      () => runOptions({ sessions: createSessionStore(), scope, ...window, ...newest }),
    ],
    ['where the API stores nothing', false, () => ({ callModelInputFilter: inputFilter({ ...window, ...newest }) })],
  ])('sends the instructions of GPT-6.2 first in the input, where they are cached, %s', async (_, store, options) => {
    const { sent, play } = replay({ system: 'Brief.', tools: [look] }, [...called(2, 'A lamp.'), ...talk(2)], { store })
    const own = options()
    await play(() => own)
    expect(sent.length).toBeGreaterThan(3)
    for (const [index, { instructions, input }] of sent.entries()) {
      expect(instructions).toBeUndefined()
      expect(input.filter(({ role }) => role === 'system')).toEqual([input[0]])
      expect(input[0]).toMatchObject({ role: 'system', content: 'Brief.' })
      const before = store ? (sent[index - 1]?.input ?? []) : []
      expect(withoutIds(input.slice(0, before.length))).toEqual(withoutIds(before))
    }
    if (!('session' in own)) return
    expect(texts(await own.session.getItems())).not.toContain('Brief.')
  })

  it.each([
    ['gpt-6.1-sol', {}],
    // The API may hold the conversation, and would hold them once for each request.
    ['gpt-6.2-sol', { previousResponseId: 'held_1' }],
  ])('leaves the instructions of %s where they are: %j', async (model, held) => {
    const { sent, play } = replay(nothing, talk(2), { store: true })
    await play(() => ({ callModelInputFilter: inputFilter({ ...window, model }), ...held }))
    expect(sent.map(({ instructions }) => instructions)).toEqual(['Brief.', 'Brief.'])
  })

  it('leaves a valid session when a run is aborted', async () => {
    const controller = new AbortController()
    const store = createSessionStore()
    const options = () => runOptions({ sessions: store, scope, window: 8_000, reserve: 1_000 })
    const aborted = replay({ system: 'Brief.', tools: [look] }, called(3, 'A lamp'), {
      signal: { abortAt: 2, controller },
    })
    await expect(aborted.play(options)).rejects.toThrow()
    const next = replay({ system: 'Brief.', tools: [look] }, talk(1))
    await next.play(options)
    const { input } = next.sent[0] ?? { input: [] }
    const calls = input.filter(({ type }) => type === 'function_call').map((item) => item['call_id'])
    const results = input.filter(({ type }) => type === 'function_call_output').map((item) => item['call_id'])
    expect(results).toEqual(calls)
    expect(texts(input)).toContain('Question 0')
  })

  it('leaves out reasoning that the API would reject, if it stores items', async () => {
    const store = createSessionStore()
    const conversation = [...called(1, 'A lamp'), ...talk(1)]
    for (const keeps of [true, false]) {
      const { sent, play } = replay({ system: 'Brief.', tools: [look] }, conversation, { store: keeps })
      await play(() =>
        runOptions({ sessions: store, scope: { ...scope, session: String(keeps) }, window: 8_000, reserve: 1_000 }),
      )
      // The SDK stores the call of the first turn without its id.
      const last = sent.at(-1)?.input.filter(({ type }) => type === 'reasoning')
      expect(last?.map(({ id }) => id)).toEqual(keeps ? ['rs_1'] : ['rs_0', 'rs_1'])
      // With its id, the API takes a call only after its reasoning: mastra-ai/mastra#10713, laravel/ai#1052.
      const calls = sent.flatMap(({ input }) => input.filter(({ type }) => type === 'function_call'))
      expect(new Set(calls.map(({ id }) => id))).toEqual(new Set(keeps ? [undefined] : ['fc_0_0', undefined]))
    }
  })

  it('keeps tenants apart that use it at the same time', async () => {
    const store = createSessionStore()
    const filter = inputFilter<{ tenant: string }>({
      sessions: store,
      window: 8_000,
      reserve: 1_000,
      scope: ({ context }) => ({ tenant: context?.tenant ?? '', session: 'same' }),
    })
    const ask = async (tenant: string): Promise<string> => {
      const { sent, play } = replay(
        nothing,
        talk(3).map((one) => ({ ...one, content: `${tenant}: ${String(one.content)}` }) as Message),
      )
      const session = agentsSession({ sessions: store, scope: { tenant, session: 'same' } })
      await play(() => ({ session, context: { tenant }, callModelInputFilter: filter }))
      return texts(sent)
    }
    const [acme, other] = await Promise.all([ask('acme'), ask('other')])
    expect(acme).not.toContain('other:')
    expect(other).not.toContain('acme:')
  })

  it('needs no scope without a store, and one with the session of a store', async () => {
    const requests: HostedRequest[] = []
    const filter = inputFilter({ model: 'gpt-5', onRequest: (request) => requests.push(request) })
    const { sent, play } = replay(nothing, talk(2))
    await play(() => ({ callModelInputFilter: filter }))
    // The answer is not seen, and neither is its usage.
    const one = { context: expect.any(Object) as unknown, model: 'gpt-5' }
    expect(requests).toEqual(sent.map(() => one))
    const stored = inputFilter({ model: 'gpt-5', sessions: createSessionStore(), scope: () => ({ session: 's' }) })
    const { play: other } = replay(nothing, talk(1))
    await expect(other(() => ({ callModelInputFilter: stored }))).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
  })

  it('says which window is not known, and rejects options that it does not know', async () => {
    const { play } = replay(nothing, talk(1))
    await expect(play(() => ({ callModelInputFilter: inputFilter({ scope }) }))).rejects.toMatchObject({
      code: 'WINDOW_REQUIRED',
    })
    await expect(
      play(() => ({ callModelInputFilter: inputFilter({ scope, model: 'gpt-5' }) })),
    ).resolves.toBeUndefined()
    expect(() => inputFilter({ scope, windows: 1 } as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    )
  })
})
