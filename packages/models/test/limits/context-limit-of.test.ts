import { contextLimitOf } from '@lamella/models'
import { describe, expect, it } from 'vitest'

const long = 'prompt is too long: 205120 tokens > 200000 maximum'
const both = { limit: 200_000, counted: 205_120, includesOutput: false }

describe('the limit in an error of a provider', () => {
  it.each<[string, string, object]>([
    ['Anthropic', long, both],
    ['Anthropic, with separators', 'prompt is too long: 205,120 tokens > 200,000 maximum', both],
    [
      'Anthropic, with the room for the answer',
      'input length and `max_tokens` exceed context limit: \n     188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
      { limit: 200_000, counted: 209_573, includesOutput: true },
    ],
    [
      'OpenAI Chat',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
      { limit: 128_000, counted: 204_308, includesOutput: false },
    ],
    [
      'OpenAI Chat and vLLM, with the completion',
      "This model's maximum context length is 8192 tokens. However, you requested 8203 tokens (7691 in the messages, 512 in the completion).",
      { limit: 8_192, counted: 8_203, includesOutput: true },
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input).",
      { limit: 32_768, counted: 42_832, includesOutput: true },
    ],
    [
      'Gemini',
      'The input token count (314175) exceeds the maximum number of tokens allowed (131072).',
      { limit: 131_072, counted: 314_175, includesOutput: false },
    ],
    [
      'OpenAI Responses',
      'Your input exceeds the context window of this model. Please adjust your input.',
      { includesOutput: false },
    ],
    ['Amazon Bedrock', 'Input is too long for requested model.', { includesOutput: false }],
  ])('%s', (_, message, expected) => {
    expect(contextLimitOf(message)).toEqual(expected)
    expect(contextLimitOf(new Error(message))).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['the body', { type: 'error', error: { type: 'invalid_request_error', message: long } }],
    ['an error with a status before it', Object.assign(new Error(`400 ${long}`), { status: 400 })],
    [
      'an error of the AI SDK with a text',
      Object.assign(new Error('Bad Request'), { responseBody: JSON.stringify({ error: { message: long } }) }),
    ],
    ['an error after retries', Object.assign(new Error('Failed after 3 attempts'), { lastError: new Error(long) })],
    ['a cause', new Error('The model failed.', { cause: new Error('Wrapped.', { cause: { message: long } }) })],
  ])('is found in %s', (_, error) => {
    expect(contextLimitOf(error)).toEqual(both)
  })

  it('is read from fields where a server gives them', () => {
    const error = {
      code: 400,
      message: 'the request exceeds the available context size',
      type: 'exceed_context_size_error',
    }
    expect(contextLimitOf({ error: { ...error, n_prompt_tokens: 14_429, n_ctx: 8_192 } })).toEqual({
      limit: 8_192,
      counted: 14_429,
      includesOutput: false,
    })
  })

  it('is known without numbers by its code, and prefers numbers that are deeper', () => {
    expect(contextLimitOf({ error: { code: 'context_length_exceeded', message: 'Too long.' } })).toEqual({
      includesOutput: false,
    })
    expect(contextLimitOf({ message: 'context_length_exceeded', error: { message: long } })).toEqual(both)
  })

  const cycle: Record<string, unknown> = { message: 'No.' }
  cycle['cause'] = cycle
  it.each([
    undefined,
    null,
    7,
    'Rate limit reached: 200000 tokens > 100000',
    new Error('The request was aborted.'),
    { error: { message: 'max_tokens must be less than 200000' } },
    { n_ctx: 'x', n_prompt_tokens: -1 },
    cycle,
    'x'.repeat(100_000) + long,
  ])('is undefined for another value: %#', (value) => {
    expect(contextLimitOf(value)).toBeUndefined()
  })
})
