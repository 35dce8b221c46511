import type { Message } from '@lamella/core'
import { type OpenAIChatMessage, type OpenAIChatRequest, toOpenAIChat } from '@lamella/wire/openai-chat'
import OpenAI from 'openai'
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { call, pngBytes, result, weather } from '../fixtures.ts'
import { type LocalServer, startServer } from '../local-server.ts'

let server: LocalServer
let client: OpenAI

beforeAll(async () => {
  server = await startServer({ id: 'chatcmpl_1', object: 'chat.completion', choices: [] })
  client = new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0 })
})

afterAll(() => server.close())

test("a request has the package's type", () => {
  expectTypeOf<OpenAIChatRequest & { model: string }>().toExtend<ChatCompletionCreateParamsNonStreaming>()
  expectTypeOf<OpenAIChatMessage>().toExtend<ChatCompletionMessageParam>()
})

const messages: Message[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'See:\uD800' },
      { type: 'image', image: pngBytes },
      { type: 'file', data: 'UklGRg==', mediaType: 'audio/wav' },
      { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me see.' },
      call('a', { city: 'Bern' }),
      call('b', 'select 1', { providerOptions: { openai: { custom: true } } }),
    ],
  },
  { role: 'tool', content: [result('a'), result('b', { type: 'json', value: [1] })] },
  { role: 'system', content: 'Be brief.' },
]

test.for([{}, { system: 'per-layer' }, { cache: { key: 'a', retention: 'in_memory' } }] as const)(
  'the openai package sends a request unchanged, with %o',
  async (options) => {
    const request = toOpenAIChat(
      { system: [{ role: 'system', content: 'Be kind.' }], messages, tools: [weather], parameters: { temperature: 0 } },
      { model: 'gpt-4o', ...options },
    )
    await client.chat.completions.create(request)
    expect(server.bodies.at(-1)).toEqual(request)
    expect(server.paths.at(-1)).toBe('/chat/completions')
  },
)
