import Anthropic from '@anthropic-ai/sdk'
import {
  type AnthropicBetaRequest,
  type AnthropicMessage,
  type AnthropicRequest,
  type AnthropicTool,
  encodeAnthropic,
  toAnthropic,
  type WireContext,
} from '@lamella/wire/anthropic'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { call, png, result, weather } from '../fixtures.ts'
import { type MessagesServer, startMessagesServer } from './messages-server.ts'
import { anthropic, serverCall, serverResult } from './parts.ts'

type BetaCreate = Anthropic.Beta.MessageCreateParamsNonStreaming
type Create = Parameters<Anthropic['messages']['create']>[0]

describe('types', () => {
  test("the encoded request matches the package's type", () => {
    expectTypeOf<AnthropicRequest & { model: string }>().toExtend<Create>()
    expectTypeOf<AnthropicRequest & { model: string }>().toExtend<Anthropic.MessageCreateParamsNonStreaming>()
    expectTypeOf<AnthropicBetaRequest & { model: string }>().toExtend<BetaCreate>()
    expectTypeOf<AnthropicMessage>().toExtend<Anthropic.MessageParam>()
    expectTypeOf<AnthropicTool>().toExtend<Anthropic.ToolUnion>()
    expectTypeOf<Omit<AnthropicRequest, 'model'>>().toExtend<Omit<Anthropic.MessageCountTokensParams, 'model'>>()
  })
})

/** Every feature of the format, in one conversation. */
const context: WireContext = {
  system: [
    { role: 'system', content: 'Be kind.' },
    { role: 'system', content: 'Ann likes rain.', ...anthropic({ cacheControl: { type: 'ephemeral', ttl: '1h' } }) },
    { role: 'system', content: 'It is noon.' },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Weather in Bern, as here?' },
        { type: 'image', image: png, mediaType: 'image/png' },
        { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'report.pdf' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'I look it up.', ...anthropic({ signature: 'c2ln' }) },
        { type: 'text', text: 'One moment.' },
        call('toolu_1', { city: 'Bern' }),
        call('toolu_2', { city: 'Biel' }),
      ],
    },
    {
      role: 'tool',
      content: [
        result('toolu_1', { type: 'json', value: { sky: 'clear', degrees: 21.5 } }),
        result('toolu_2', { type: 'error-text', value: 'No such city.' }),
      ],
    },
    { role: 'user', content: 'And the news?' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: '', ...anthropic({ redactedData: 'ZGF0YQ==' }) },
        serverCall('srvtoolu_1'),
        serverResult('srvtoolu_1'),
        { type: 'text', text: 'None.' },
      ],
    },
    { role: 'user', content: 'Thanks \u{1F600}.' },
  ],
  tools: [
    weather,
    {
      name: 'web_search',
      inputSchema: {},
      ...anthropic({ tool: { type: 'web_search_20250305', name: 'web_search' } }),
    },
  ],
  parameters: {
    maxOutputTokens: 4_000,
    stopSequences: ['END'],
    toolChoice: 'auto',
    ...anthropic({ thinking: { type: 'enabled', budgetTokens: 2_000 }, extra: { metadata: { user_id: 'ann' } } }),
  },
  report: { cache: { points: [{ place: 'messages', index: 4, tokens: 9_000, stability: 'session', of: 'end' }] } },
}

describe('a request passes the checks of @anthropic-ai/sdk', () => {
  let server: MessagesServer
  let client: Anthropic

  beforeAll(async () => {
    server = await startMessagesServer()
    client = new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 0 })
  })
  afterAll(() => server.close())

  const sent = (): unknown => JSON.parse(server.bodies.at(-1) ?? '')

  test('and arrives unchanged', async () => {
    const { request, losses } = encodeAnthropic(context, { cache: true })
    expect(losses).toEqual([])
    const answer = await client.messages.create({ ...request, model: 'claude-haiku-4-5' })
    expect(sent()).toEqual({ ...request, model: 'claude-haiku-4-5' })
    expect(server.paths.at(-1)).toBe('/v1/messages')
    expect(answer.content).toEqual([{ type: 'text', text: 'Hi' }])
    expect(JSON.stringify(request).match(/cache_control/g)).toHaveLength(2)
  })

  test('and the class does not change its bytes', async () => {
    const request = toAnthropic(context, { model: 'claude-haiku-4-5', cache: true })
    await client.messages.create(request)
    expect(server.bodies.at(-1)).toBe(JSON.stringify(request))
  })

  test('and streams', async () => {
    const request = toAnthropic(context, { model: 'claude-haiku-4-5', system: 'per-layer', cache: true })
    const events: string[] = []
    for await (const event of await client.messages.create({ ...request, stream: true })) events.push(event.type)
    expect(sent()).toEqual({ ...request, stream: true })
    expect(events).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(await client.messages.stream(request).finalText()).toBe('Hi')
    expect(sent()).toEqual({ ...request, stream: true })
  })

  test('and can be counted', async () => {
    const { model, messages, system, tools } = toAnthropic(context, { model: 'claude-haiku-4-5' })
    const body = { model, messages, ...(system && { system }), ...(tools && { tools }) }
    await client.messages.countTokens(body)
    expect(sent()).toEqual(body)
  })
})
