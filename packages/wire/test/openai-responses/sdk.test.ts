import type { Message } from '@lamella/core'
import {
  decodeOpenAIResponses,
  type OpenAIResponsesItem,
  type OpenAIResponsesRequest,
  toOpenAIResponses,
} from '@lamella/wire/openai-responses'
import OpenAI from 'openai'
import type { ResponseCreateParamsNonStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { call, pngBytes, result, weather } from '../fixtures.ts'
import { type LocalServer, startServer } from '../local-server.ts'
import { openai, said, thought } from './encoded.ts'

let server: LocalServer
let client: OpenAI

beforeAll(async () => {
  server = await startServer({ id: 'resp_1', object: 'response', output: [], output_text: '' })
  client = new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0 })
})

afterAll(() => server.close())

test("a request has the package's type", () => {
  expectTypeOf<OpenAIResponsesRequest>().toExtend<ResponseCreateParamsNonStreaming>()
  expectTypeOf<OpenAIResponsesItem>().toExtend<ResponseInputItem>()
})

const messages: Message[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'See:\uD800' },
      { type: 'image', image: pngBytes },
      { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf' },
    ],
  },
  {
    role: 'assistant',
    content: [
      thought('rs_1', 'Hm.', { reasoningEncryptedContent: 'c2ln' }),
      said('Let me see.', { itemId: 'msg_1', phase: 'commentary' }),
      call('a', { city: 'Bern' }, openai({ itemId: 'fc_1' })),
      call('b', 'select 1', openai({ custom: true })),
    ],
  },
  { role: 'tool', content: [result('a'), result('b', { type: 'json', value: [1] })] },
  { role: 'system', content: 'Be brief.' },
]

test.for([{}, { store: false }, { system: 'per-layer' }, { cache: true }] as const)(
  'the openai package sends a request unchanged, with %o',
  async (options) => {
    const request = toOpenAIResponses(
      { system: [{ role: 'system', content: 'Be kind.' }], messages, tools: [weather], parameters: { temperature: 0 } },
      { model: 'gpt-5', ...options },
    )
    await client.responses.create(request)
    expect(server.bodies.at(-1)).toEqual(request)
    expect(server.paths.at(-1)).toBe('/responses')
  },
)

test('a recorded request with items of other tools is sent unchanged', async () => {
  const request = {
    model: 'gpt-5',
    input: [
      { role: 'user', content: 'x' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
      { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'a', name: 'b', arguments: '{}' },
      { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
    ],
    tools: [{ type: 'web_search' }],
    text: { format: { type: 'text' } },
  }
  await client.responses.create(toOpenAIResponses(decodeOpenAIResponses(request)))
  expect(server.bodies.at(-1)).toEqual(request)
})
