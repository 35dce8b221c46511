import type { Message } from '@lamella/core'
import type { CachePoint } from '@lamella/core/plugin'
import { encodeBedrockConverse, validateBedrockConverse } from '@lamella/wire/bedrock-converse'
import type { WireContext } from '@lamella/wire/kit'
import { describe, expect, test } from 'vitest'

const said = (...content: object[]): Message => ({ role: 'user', content }) as Message
const call: Message = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }],
}
const result: Message = {
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'x' } }],
}

describe('cache points', () => {
  const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
  const nova = 'us.amazon.nova-2-lite-v1:0'
  const marked = { providerOptions: { bedrock: { cachePoint: { type: 'default', ttl: '1h' } } } }
  const file = { type: 'file', data: 'AAAA', mediaType: 'text/markdown', filename: 'a' }
  const at = (place: 'tools' | 'system' | 'messages', index: number): CachePoint => ({
    ...{ place, index, tokens: 9_000, stability: 'session', of: place === 'messages' ? 'end' : 'session' },
  })
  const planned = (model: string, messages: Message[]): ReturnType<typeof encodeBedrockConverse> => {
    const points = [at('tools', 0), at('system', 0), at('messages', messages.length - 1)]
    const report = { cache: { points } } as unknown as NonNullable<WireContext['report']>
    const tools = [{ name: 'look', inputSchema: { type: 'object' } }] as const
    const system = [{ role: 'system', content: 'Be kind.' }] as const
    return encodeBedrockConverse({ system, messages, tools, report }, { model, cache: true })
  }
  const kinds = ({ request }: ReturnType<typeof encodeBedrockConverse>): string[][] =>
    [request.toolConfig?.tools ?? [], request.system ?? [], ...request.messages.map(({ content }) => content)].map(
      (list) => list.flatMap((block) => Object.keys(block)),
    )
  const loop = [said({ type: 'text', text: 'Hi' }), call, result]
  const files = [said({ type: 'text', text: 'Read.' }, file)]

  // BerriAI/litellm#39210, NousResearch/hermes-agent#97281, strands-agents/harness-sdk#1966, zeroclaw-labs/zeroclaw#8720.
  test.each<[string, string, Message[], string[][]]>([
    [
      'Claude',
      claude,
      loop,
      [['toolSpec', 'cachePoint'], ['text', 'cachePoint'], ['text'], ['toolUse'], ['toolResult', 'cachePoint']],
    ],
    [
      'an application profile',
      'arn:aws:bedrock:us-east-1:1:application-inference-profile/x1',
      files,
      [
        ['toolSpec', 'cachePoint'],
        ['text', 'cachePoint'],
        ['text', 'cachePoint', 'document'],
      ],
    ],
    ['Nova', nova, loop, [['toolSpec'], ['text', 'cachePoint'], ['text'], ['toolUse'], ['toolResult']]],
    ['Nova and a text', nova, loop.slice(0, 1), [['toolSpec'], ['text', 'cachePoint'], ['text', 'cachePoint']]],
    [
      'a model without a cache',
      'qwen.qwen3-coder-next',
      loop,
      [['toolSpec'], ['text'], ['text'], ['toolUse'], ['toolResult']],
    ],
    ['an old Claude', 'anthropic.claude-3-haiku-20240307-v1:0', loop.slice(0, 1), [['toolSpec'], ['text'], ['text']]],
  ])('of the plan are where %s takes them', (_, model, messages, expected) => {
    const encoded = planned(model, messages)
    expect(kinds(encoded)).toEqual(expected)
    expect(encoded.losses).toEqual([])
    expect(validateBedrockConverse(encoded.request)).toEqual([])
  })

  test.each([
    ['qwen.qwen3-coder-next', [{ text: 'Hi' }]],
    [nova, [{ text: 'Hi' }, { cachePoint: { type: 'default' } }]],
  ])('of the context that %s does not take as they are, are losses', (model, content) => {
    const { request, losses } = encodeBedrockConverse(
      { messages: [said({ type: 'text', text: 'Hi', ...marked })] },
      { model },
    )
    expect(request.messages[0]?.content).toEqual(content)
    expect(losses).toMatchObject([{ code: 'cache' }])
  })

  test('live as long as they say, unless one before lives shorter', () => {
    const message = said({ type: 'text', text: 'Hi', ...marked })
    const system = { role: 'system', content: 'Be kind.', ...marked } as const
    const both = encodeBedrockConverse({ system: [system], messages: [message] }, { model: claude })
    expect(both.request.system?.at(-1)).toEqual({ cachePoint: { type: 'default', ttl: '1h' } })
    expect(both.request.messages[0]?.content.at(-1)).toEqual({ cachePoint: { type: 'default', ttl: '1h' } })
    expect(both.losses).toEqual([])
    const late = planned(claude, [message])
    expect(late.request.messages[0]?.content).toEqual([{ text: 'Hi' }, { cachePoint: { type: 'default' } }])
    expect(late.losses).toMatchObject([{ code: 'cache' }])
  })
})
