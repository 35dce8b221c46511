import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import type { ModelMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { call, hosts, text, texts, user } from './support/hosts.ts'

const builder = createContext().use([history(), message()]).budget({ window: 20_000, reserve: 1_000 })
const scope = { tenant: 'acme' }
const providerOptions = { lamella: { ...scope, session: 's' } }

describe.each(hosts)('tools, in $name', ({ name, sdk, mock }) => {
  const start = (answers: Parameters<typeof mock>[0]) => {
    const sessions = createSessionStore()
    const asked: HostedRequest[] = []
    const { model, requests } = mock(answers)
    const middleware = lamella({ builder, sessions, onRequest: (request) => asked.push(request) })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    const stored = async (): Promise<readonly Message[]> =>
      (await sessions.page(scope, 's')).messages.map((one) => one.message)
    return { requests, wrapped, stored, asked }
  }

  it.each([true, false])('that wait for approval go on when the user has decided (%s)', async (approved) => {
    const { requests, wrapped, stored } = start((_, number) => (number === 1 ? [call('a', 'pay')] : [text('Done.')]))
    const pay = sdk.tool({
      inputSchema: sdk.jsonSchema<{ at: string }>({ type: 'object' }),
      needsApproval: true,
      execute: async () => 'Paid.',
    })
    const options = { model: wrapped, tools: { pay }, stopWhen: sdk.stepCountIs(3), providerOptions }
    const first = await sdk.generateText({ ...options, messages: [user('Pay it')] })
    const asked = first.content.find((part) => part.type === 'tool-approval-request') as { approvalId: string }
    expect(asked.approvalId).toEqual(expect.any(String))
    const messages: ModelMessage[] = [
      user('Pay it'),
      ...first.response.messages,
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: asked.approvalId, approved }] },
    ]
    const second = await sdk.generateText({ ...options, messages })
    expect(second.text).toBe('Done.')
    const [before, after] = requests
    expect(after?.prompt.slice(0, before?.prompt.length)).toEqual(before?.prompt)
    expect(JSON.stringify(after?.prompt.at(-1))).toContain(approved ? 'Paid.' : 'execution-denied')
    expect((await stored()).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it('of the provider go out as they are, and come back with their results', async () => {
    const search = { type: 'provider', id: 'test.search', name: 'search', args: { most: 3 } } as const
    const found = { type: 'tool-result', toolCallId: 's1', toolName: 'search', result: { hits: ['A'] } }
    const { requests, wrapped, stored } = start((_, number) =>
      number === 1
        ? [
            { ...call('s1', 'search'), providerExecuted: true },
            found,
            { type: 'source', sourceType: 'url', id: '1', url: 'https://a.example' },
            text('A.'),
          ]
        : [text('Welcome.')],
    )
    const tools = {
      search: {
        ...search,
        inputSchema: sdk.jsonSchema({}),
        isProviderExecuted: true,
        outputSchema: undefined,
      },
    } as never
    await sdk.generateText({ model: wrapped, messages: [user('Find')], tools, providerOptions })
    await sdk.generateText({ model: wrapped, messages: [user('Thanks')], tools, providerOptions })
    expect(requests[0]?.tools).toMatchObject([{ type: 'provider', id: 'test.search', args: { most: 3 } }])
    expect((await stored())[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 's1', toolName: 'search', input: { at: 's1' }, providerExecuted: true },
        { type: 'tool-result', toolCallId: 's1', toolName: 'search', output: { type: 'json', value: { hits: ['A'] } } },
        { type: 'text', text: 'A.' },
      ],
    })
    expect(requests[1]?.prompt[1]?.content).toMatchObject([
      { type: 'tool-call', providerExecuted: true },
      { type: 'tool-result', output: { type: 'json', value: { hits: ['A'] } } },
      { type: 'text' },
    ])
  })

  // 6.0.0 knows no approvals of such calls.
  it.skipIf(name.endsWith('oldest')).each([true, false])(
    'that the provider runs when the user has approved them pass through (%s)',
    async (hasSession) => {
      const asked = { ...call('m1', 'mcp'), providerExecuted: true }
      const request = { type: 'tool-approval-request', approvalId: 'p1', toolCallId: 'm1' }
      const tools = {
        mcp: {
          type: 'provider',
          id: 'test.mcp',
          name: 'mcp',
          args: {},
          inputSchema: sdk.jsonSchema({}),
          isProviderExecuted: true,
        },
      } as never
      const loop = async (wraps: boolean): Promise<unknown> => {
        const { model, requests } = mock((_, number) => (number === 1 ? [asked, request] : [text('Done.')]))
        const middleware = lamella({ builder, scope, sessions: createSessionStore() })
        const own = wraps ? sdk.wrapLanguageModel({ model: model as never, middleware }) : model
        const options = { model: own, tools, ...(hasSession && wraps && { providerOptions }) }
        const first = await sdk.generateText({ ...options, messages: [user('Do it')] })
        const answer: ModelMessage = {
          role: 'tool',
          content: [{ type: 'tool-approval-response', approvalId: 'p1', approved: true, providerExecuted: true }],
        }
        await sdk.generateText({ ...options, messages: [user('Do it'), ...first.response.messages, answer] })
        return requests.map(({ prompt }) => prompt)
      }
      expect(await loop(true)).toEqual(await loop(false))
    },
  )

  it('are counted, and keep the order in which the run sent them first', async () => {
    const { requests, wrapped, asked } = start(() => [text('Fine.')])
    const one = { description: 'x'.repeat(400), inputSchema: sdk.jsonSchema({ type: 'object' }) }
    const two = { description: 'y', inputSchema: sdk.jsonSchema({ type: 'object' }) }
    await sdk.generateText({
      model: wrapped,
      prompt: 'Hello',
      tools: { one: sdk.tool(one), two: sdk.tool(two) },
      providerOptions,
    })
    await sdk.generateText({
      model: wrapped,
      prompt: 'Again',
      tools: { two: sdk.tool(two), one: sdk.tool(one) },
      providerOptions,
    })
    expect(asked[0]?.context.report.tokens.tools).toBeGreaterThan(50)
    expect(requests[1]?.tools?.map((tool) => tool.name)).toEqual(['one', 'two'])
    expect(asked[1]?.context.report.run?.cut).toBeUndefined()
  })

  it('that return dates and take them are stored and sent as the JSON that a provider gets', async () => {
    const { requests, wrapped, stored } = start((_, number) => (number === 1 ? [call('a')] : [text('Seen.')]))
    const at = new Date(0)
    const look = sdk.tool({
      inputSchema: sdk.jsonSchema<{ at: Date }>(
        { type: 'object' },
        { validate: () => ({ success: true, value: { at } }) },
      ),
      execute: async () => ({ rows: [{ at }], share: Number.NaN, left: undefined }),
    })
    await sdk.generateText({
      ...{ model: wrapped, tools: { look }, stopWhen: sdk.stepCountIs(2), providerOptions },
      messages: [user('When?')],
    })
    const output = { type: 'json', value: { rows: [{ at: at.toISOString() }], share: null } }
    expect(requests[1]?.prompt.at(-1)?.content).toEqual([
      { type: 'tool-result', toolCallId: 'a', toolName: 'look', output },
    ])
    expect((await stored())[2]?.content).toMatchObject([{ output }])
  })

  const cycle: unknown[] = []
  cycle.push(cycle)

  it.each<[string, unknown]>([
    ['a BigInt', { id: 10n }],
    ['a cycle', cycle],
  ])('cause an error with a code if their result is not JSON, and the session goes on: %s', async (_, value) => {
    // Version 7 rejects it itself.
    if (name === 'AI SDK 7') return
    const { requests, wrapped } = start((_, number) => (number === 1 ? [call('a')] : [text('Done.')]))
    const look = sdk.tool({ inputSchema: sdk.jsonSchema<object>({ type: 'object' }), execute: async () => value })
    const options = { model: wrapped, tools: { look }, stopWhen: sdk.stepCountIs(3), providerOptions }
    await expect(sdk.generateText({ ...options, prompt: 'Look' })).rejects.toMatchObject({
      code: 'MESSAGE_INVALID',
      message: expect.stringContaining("tool 'look'"),
    })
    await sdk.generateText({ ...options, prompt: 'And now?' })
    expect(texts(requests.at(-1) as never).at(-1)).toBe('And now?')
  })

  it('that return NaN are sent and stored as null, which a provider gets', async () => {
    const { requests, wrapped } = start((_, number) => (number === 1 ? [call('a')] : [text('Done.')]))
    const look = sdk.tool({ inputSchema: sdk.jsonSchema<object>({ type: 'object' }), execute: async () => Number.NaN })
    const options = { model: wrapped, tools: { look }, stopWhen: sdk.stepCountIs(3), providerOptions }
    await sdk.generateText({ ...options, prompt: 'Look' })
    expect(requests[1]?.prompt.at(-1)?.content).toMatchObject([{ output: { type: 'json', value: null } }])
  })

  it('that answer with files keep them', async () => {
    const image = { type: 'image-data' as const, data: 'iVBORw0KGgo=', mediaType: 'image/png' }
    const { requests, wrapped } = start((_, number) => (number === 1 ? [call('a')] : [text('Seen.')]))
    const look = sdk.tool({
      inputSchema: sdk.jsonSchema<{ at: string }>({ type: 'object' }),
      execute: async () => 'image',
      toModelOutput: () => ({ type: 'content', value: [{ type: 'text', text: 'Look:' }, image] }),
    })
    const ask = (model: unknown, prompt: string) =>
      sdk.generateText({
        model: model as never,
        prompt,
        tools: { look },
        stopWhen: sdk.stepCountIs(3),
        providerOptions,
      })
    await ask(wrapped, 'Look')
    const plain = mock((_, number) => (number === 1 ? [call('a')] : [text('Seen.')]))
    await ask(plain.model, 'Look')
    expect(requests[1]?.prompt[2]).toEqual(plain.requests[1]?.prompt[2])
  })
})
