import {
  ChunkType,
  type ContextMessageRole,
  createContextBuilder,
  type IChunkRenderer,
  type MemoryChunk,
} from '@lamella/chunks/seed'
import { isLamellaError } from '@lamella/core'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { assistant, system, user } from '../support/chunks.ts'

const chunks: readonly MemoryChunk[] = [system('s', 'The office is closed.'), user('u', 'Hello'), assistant('a', 'Hi')]
const prompt = 'You are a helpful assistant.'
const office = '<system_context id="s" priority="1000">\n  The office is closed.\n</system_context>'
const rest = [
  { role: 'user', content: '<user_message id="u" role="user">\n  Hello\n</user_message>' },
  { role: 'assistant', content: '<assistant_response id="a" role="assistant">\n  Hi\n</assistant_response>' },
]

describe('the examples of the original page', () => {
  it('basic usage: the messages can be used directly for the model', () => {
    const { messages } = createContextBuilder().build({ chunks }, { maxTokens: 8_000, systemPrompt: prompt })
    expect(messages).toEqual([{ role: 'system', content: `${prompt}\n\n${office}` }, ...rest])
  })

  it('without a system prompt, the messages begin with the system chunks', () => {
    const { messages } = createContextBuilder().build({ chunks })
    expect(messages).toEqual([{ role: 'system', content: office }, ...rest])
  })

  it('precise counting: the count is that of the messages, with a tokenizer of the builder or of the build', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    const early = createContextBuilder(tokenizer).build({ chunks }, { maxTokens: 8_000, systemPrompt: prompt })
    const late = createContextBuilder().build({ chunks }, { maxTokens: 8_000, systemPrompt: prompt, tokenizer })
    for (const { messages, tokenCount, tokenCountExact } of [early, late]) {
      const tokens = messages.reduce((sum, { content }) => sum + tokenizer.count(content), 0)
      expect([tokenCount, tokenCountExact]).toEqual([tokens, true])
    }
  })

  it('options: types and ids choose the chunks', () => {
    const builder = createContextBuilder()
    const { includedChunkIds, excludedChunkIds } = builder.build(
      { chunks },
      { maxTokens: 4_000, includeSystem: true, includeEnvironment: true, excludeTypes: [ChunkType.SYSTEM] },
    )
    expect([includedChunkIds, excludedChunkIds]).toEqual([['u', 'a'], ['s']])
    expect(builder.build({ chunks }, { includeOnlyChunkIds: ['a'] }).includedChunkIds).toEqual(['a'])
  })

  it('the token limit: what exceeds it is excluded, and the messages are within it', () => {
    const long = [user('old', 'a'.repeat(4_000)), ...chunks.slice(1)]
    const built = createContextBuilder().build({ chunks: long }, { maxTokens: 200, systemPrompt: prompt })
    expect(built.excludedChunkIds).toEqual(['old'])
    expect(built.messages[0]).toEqual({ role: 'system', content: prompt })
    expect(built.tokenCount).toBeLessThanOrEqual(200)
  })

  it('custom renderer: it takes priority over the default ones', () => {
    class CustomChunkRenderer implements IChunkRenderer {
      canRender(chunk: MemoryChunk): boolean {
        return chunk.metadata.custom?.['myCustomType'] === true
      }
      getRole(): ContextMessageRole {
        return 'assistant'
      }
      render(chunk: MemoryChunk): string {
        return `<my_custom_tag id="${chunk.id}">\n${JSON.stringify(chunk.content)}\n</my_custom_tag>`
      }
    }
    const custom: MemoryChunk = { id: 'x', type: 'CUSTOM', content: [1], metadata: { custom: { myCustomType: true } } }
    const builder = createContextBuilder()
    expect(builder.registerRenderer(new CustomChunkRenderer())).toBe(builder)
    expect(builder.build({ chunks: [custom] }).messages).toEqual([
      { role: 'assistant', content: '<my_custom_tag id="x">\n[1]\n</my_custom_tag>' },
    ])
  })
})

describe('a result of the seed', () => {
  it('is a context for every encoder, with the system prompt once', () => {
    const context = createContextBuilder().build({ chunks }, { maxTokens: 8_000, systemPrompt: prompt })
    const requests = [
      toOpenAIChat(context, { model: 'gpt-4o' }),
      toAnthropic(context, { model: 'claude-sonnet-4-5' }),
      toGemini(context),
    ]
    for (const request of requests) {
      expect(JSON.stringify(request).split(prompt)).toHaveLength(2)
      expect(JSON.stringify(request).split('The office is closed.')).toHaveLength(2)
    }
  })

  it.each([
    ['maxTokens together with a window', { maxTokens: 8_000, window: 8_000 }],
    ['maxTokens that is not a number', { maxTokens: '8000' as unknown as number }],
  ])('is refused for %s', (_, options) => {
    const build = () => createContextBuilder().build({ chunks }, options)
    expect(build).toThrow(expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID')))
    expect(build).toThrow(/maxTokens/)
  })
})
