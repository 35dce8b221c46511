import {
  type Context,
  type ContextTool,
  createContext,
  defineLayer,
  type Message,
  type SystemPart,
  type ToolDefinition,
} from '@lamella/core'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import {
  convertToModelMessages,
  createGateway,
  generateText,
  jsonSchema,
  type ModelMessage,
  type SystemModelMessage,
  type ToolSet,
  tool,
  type UIMessage,
} from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { deepFreeze } from './freeze.ts'
import { startServer } from './local-server.ts'

describe('the canonical message matches that of the AI SDK', () => {
  test('in its type, both ways', () => {
    expectTypeOf<Message>().toExtend<ModelMessage>()
    expectTypeOf<ModelMessage>().toExtend<Message>()
    expectTypeOf<SystemPart>().toExtend<SystemModelMessage>()
    expectTypeOf<Context['messages']>().toExtend<ModelMessage[]>()
    expectTypeOf<Context['system']>().toExtend<SystemModelMessage[]>()
  })
})

/** A model that answers "Done." and records its input. */
function silentModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: 'text', text: 'Done.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    },
  })
}

function toolSet(tools: readonly ContextTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ ...(description !== undefined && { description }), inputSchema: jsonSchema({ ...inputSchema }) }),
    ]),
  )
}

const weather: ToolDefinition = {
  name: 'get_weather',
  description: 'The weather of a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
}

const conversation: UIMessage[] = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Weather in Bern?' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'I look it up.', providerMetadata: { anthropic: { signature: 'c2ln' } } },
      { type: 'text', text: 'Let me see.' },
      {
        type: 'tool-get_weather',
        toolCallId: 'a',
        state: 'output-available',
        input: { city: 'Bern' },
        output: { sky: 'clear' },
      },
      {
        type: 'tool-get_weather',
        toolCallId: 'b',
        state: 'output-error',
        input: { city: 'Atlantis' },
        errorText: 'No such city.',
      },
      { type: 'step-start' },
      { type: 'text', text: 'Clear.' },
    ],
  },
  {
    id: '3',
    role: 'user',
    parts: [
      { type: 'text', text: 'And here?' },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    ],
  },
]

test('a history of the AI SDK is built, passed to generateText and reaches the model complete', async () => {
  const session: readonly Message[] = deepFreeze(await convertToModelMessages(conversation))
  const context = await createContext()
    .use(defineLayer('system', { load: () => 'Be kind.' }))
    .use(
      defineLayer('history', {
        placement: 'messages',
        load: async ({ session, signal }) => [
          { id: 'all', content: await session.read(0, session.length, { signal }) },
        ],
      }),
    )
    .tools([weather])
    .budget({ window: 8_000, reserve: 500 })
    .build({ scope: { tenant: 'acme' }, session })

  const model = silentModel()
  const { system, messages, tools } = context
  const { text } = await generateText({ model, system, messages, tools: toolSet(tools), temperature: 0 })

  expect(text).toBe('Done.')
  const prompt = model.doGenerateCalls[0]?.prompt ?? []
  expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
  expect(prompt[2]?.content).toMatchObject([
    { type: 'reasoning', text: 'I look it up.', providerOptions: { anthropic: { signature: 'c2ln' } } },
    { type: 'text', text: 'Let me see.' },
    { type: 'tool-call', toolCallId: 'a' },
    { type: 'tool-call', toolCallId: 'b' },
  ])
  expect(prompt[3]?.content).toMatchObject([
    { type: 'tool-result', toolCallId: 'a', output: { type: 'json', value: { sky: 'clear' } } },
    { type: 'tool-result', toolCallId: 'b', output: { type: 'error-text', value: 'No such city.' } },
  ])
  expect(model.doGenerateCalls[0]?.tools).toMatchObject([{ name: 'get_weather', inputSchema: weather.inputSchema }])
  // The same context in a wire format has the same turns.
  expect(toOpenAIChat(context).messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'tool',
    'assistant',
    'user',
  ])
})

test('an approved call survives a build and is run by generateText', async () => {
  const session: Message[] = [
    { role: 'user', content: 'Delete it.' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'remove', input: { path: 'x' } },
        { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'p', approved: true }] },
  ]
  const context = await createContext()
    .use(
      defineLayer('history', {
        placement: 'messages',
        load: async ({ session, signal }) => [
          { id: 'all', content: await session.read(0, session.length, { signal }) },
        ],
      }),
    )
    .budget({ window: 8_000, reserve: 500 })
    .build({ scope: { tenant: 'acme' }, session: deepFreeze(session) })
  expect(context.messages).toEqual(session)
  expect(context.report.rows).toEqual([])

  const ran: unknown[] = []
  const model = silentModel()
  const remove = tool({
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
    needsApproval: true,
    execute: ({ path }) => {
      ran.push(path)
      return 'removed'
    },
  })
  await generateText({ model, messages: context.messages, tools: { remove } })
  expect(ran).toEqual(['x'])
  expect(model.doGenerateCalls[0]?.prompt.at(-1)?.content).toMatchObject([
    { type: 'tool-result', toolCallId: 'a', output: { type: 'text', value: 'removed' } },
  ])
})

test('a context passes the checks of the AI SDK and reaches a server complete', async () => {
  const server = await startServer({
    content: [{ type: 'text', text: 'Done.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  })
  try {
    const messages: Message[] = [
      { role: 'user', content: 'Weather in Bern?' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'get_weather', input: { city: 'Bern' } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'get_weather',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'clear' },
                { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
              ],
            },
          },
        ],
      },
    ]
    const context = await createContext()
      .use(defineLayer('system', { load: () => 'Be kind.' }))
      .use(defineLayer('history', { placement: 'messages', load: () => [{ id: 'all', content: messages }] }))
      .budget({ window: 16_000, reserve: 500 })
      .build({ scope: { tenant: 'acme' } })
    const model = createGateway({ baseURL: server.url, apiKey: 'none' })('openai/gpt-4o')
    const { text } = await generateText({ model, system: context.system, messages: context.messages })
    expect(text).toBe('Done.')
    const [body] = server.bodies as { prompt: { role: string; content: unknown }[] }[]
    expect(body?.prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(body?.prompt[2]?.content).toMatchObject([{ toolCallId: 'a', input: { city: 'Bern' } }])
    expect(body?.prompt[3]?.content).toMatchObject([{ output: { value: [{ text: 'clear' }, { type: 'image-data' }] } }])
  } finally {
    await server.close()
  }
})
