import { readUsage } from '@lamella/models'
import { describe, expect, it } from 'vitest'

describe('readUsage', () => {
  it.each([
    [
      'OpenAI Chat',
      {
        model: 'gpt-6-sol',
        usage: {
          prompt_tokens: 100,
          completion_tokens: 7,
          prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
        },
      },
      { inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 30, outputTokens: 7 },
    ],
    [
      'OpenAI Responses',
      {
        model: 'gpt-6-sol',
        usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 60 }, output_tokens: 7, total_tokens: 107 },
      },
      { inputTokens: 100, cachedInputTokens: 60, outputTokens: 7 },
    ],
    [
      'Anthropic, whose input is without the cache',
      {
        model: 'claude-opus-5-5',
        usage: {
          ...{ input_tokens: 10, cache_read_input_tokens: 60, cache_creation_input_tokens: 30, output_tokens: 7 },
          cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
        },
      },
      {
        ...{ inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 30, outputTokens: 7 },
        cacheWrites: { '5m': 10, '1h': 20 },
      },
    ],
    [
      'Gemini, whose thinking is apart from the answer',
      {
        modelVersion: 'gemini-2.5-pro',
        usageMetadata: {
          ...{ promptTokenCount: 90, toolUsePromptTokenCount: 10, cachedContentTokenCount: 60 },
          ...{ candidatesTokenCount: 4, thoughtsTokenCount: 3, totalTokenCount: 107 },
        },
      },
      { inputTokens: 100, cachedInputTokens: 60, outputTokens: 7 },
    ],
    [
      'Bedrock Converse, whose input is without the cache',
      {
        modelId: 'm',
        usage: {
          inputTokens: 10,
          cacheReadInputTokens: 60,
          cacheWriteInputTokens: 30,
          outputTokens: 7,
          totalTokens: 107,
        },
      },
      { inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 30, outputTokens: 7 },
    ],
    [
      'the AI SDK',
      {
        model: 'm',
        usage: {
          ...{ inputTokens: 100, outputTokens: 7, totalTokens: 107 },
          inputTokenDetails: { noCacheTokens: 10, cacheReadTokens: 60, cacheWriteTokens: 30 },
        },
      },
      { inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 30, outputTokens: 7 },
    ],
    [
      'the logs of agents',
      { model: 'm', usage: { input: 10, output: 7, cacheRead: 60, cacheWrite: 30 } },
      { inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 30, outputTokens: 7 },
    ],
  ])('reads the usage of %s', (_, response, usage) => {
    expect(readUsage(response)?.usage).toEqual(usage)
    expect(JSON.stringify(response)).toContain(`"${readUsage(response)?.model}"`)
  })

  const message = (input_tokens: number) => ({
    type: 'message',
    input_tokens,
    output_tokens: 5,
    cache_read_input_tokens: 1_000,
    cache_creation_input_tokens: 20,
  })
  const sums = { input_tokens: 900, output_tokens: 50, cache_read_input_tokens: 3_000, cache_creation_input_tokens: 40 }
  it.each([
    [
      'OpenAI Chat',
      { prompt_tokens: 100, completion_tokens: 70, completion_tokens_details: { reasoning_tokens: 60 } },
      { input: 100, output: 70, reasoning: 60 },
    ],
    [
      'OpenAI Responses',
      {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 90 },
        output_tokens: 70,
        output_tokens_details: { reasoning_tokens: 60 },
      },
      { input: 100, output: 70, reasoning: 60 },
    ],
    ['Anthropic', sums, { input: 3_940, output: 50 }],
    [
      'Anthropic with its own tools: the last of several requests',
      { ...sums, iterations: [message(300), { ...message(600), type: 'compaction' }, message(400)] },
      { input: 1_420, output: 5 },
    ],
    [
      'Anthropic after a fallback: the top level',
      { ...sums, iterations: [message(300), { ...message(400), type: 'fallback_message' }] },
      { input: 3_940, output: 50 },
    ],
    [
      'Bedrock Converse',
      { inputTokens: 10, outputTokens: 7, cacheReadInputTokens: 80, cacheWriteInputTokens: 5 },
      { input: 95, output: 7 },
    ],
  ])('reads the size of the conversation for %s', (_, usage, context) => {
    expect(readUsage({ usage })?.context).toEqual(context)
  })

  it('reads the size of the conversation for Gemini', () => {
    const usageMetadata = {
      promptTokenCount: 100,
      cachedContentTokenCount: 80,
      toolUsePromptTokenCount: 10,
      candidatesTokenCount: 7,
      thoughtsTokenCount: 60,
      totalTokenCount: 177,
    }
    expect(readUsage({ usageMetadata })?.context).toEqual({ input: 110, output: 67, reasoning: 60 })
  })

  it('finds the response in the line of a log, and the model beside it', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 7 }
    expect(readUsage({ at: 1, request: { model: 'gpt-4o' }, response: { body: { model: 'gpt-4o', usage } } })).toEqual({
      model: 'gpt-4o',
      usage: { inputTokens: 100, outputTokens: 7 },
      context: { input: 100, output: 7 },
    })
    expect(readUsage({ model: 'gpt-4o', response: { usage } })?.model).toBe('gpt-4o')
  })

  it.each([
    undefined,
    'usage',
    {},
    { usage: null },
    { usage: { prompt_tokens: -1, completion_tokens: 7 } },
    { usage: { prompt_tokens: 1.5, completion_tokens: 7 } },
    { usage: { input_tokens: '100', output_tokens: 7 } },
    { usage: { input_tokens: 100 } },
    { usage: { input: 1, output: 2, cacheRead: 'many' } },
  ])('reads nothing from %j', (response) => {
    expect(readUsage(response)).toBeUndefined()
  })
})
