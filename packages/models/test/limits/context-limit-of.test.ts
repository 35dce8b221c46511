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
      'Gemini on Vertex',
      'Unable to submit request because the input token count is 32825 but model only supports up to 32768. Reduce the input token count and try again.',
      { limit: 32_768, counted: 32_825, includesOutput: false },
    ],
    [
      'vLLM, which stops counting above the limit',
      "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens, for a total of at least 262145 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=134145)",
      { limit: 262_144, counted: 262_145, includesOutput: true },
    ],
    [
      'vLLM, without output',
      "This model's maximum context length is 16384 tokens. However, your request has 18225 input tokens. Please reduce the length of the input messages. None",
      { limit: 16_384, counted: 18_225, includesOutput: false },
    ],
    [
      'vLLM, with max_tokens',
      "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 262144 tokens and your request has 246773 input tokens (16384 > 262144 - 246773). None",
      { limit: 262_144, counted: 263_157, includesOutput: true },
    ],
    [
      'vLLM, another version',
      "You passed 99073 input tokens and requested 32000 output tokens. However, the model's context length is only 131072 tokens, resulting in a maximum input length of 99072 tokens.",
      { limit: 131_072, counted: 131_073, includesOutput: true },
    ],
    [
      'SGLang, with the completion',
      "Requested token count exceeds the model's maximum context length of 262144 tokens. You requested a total of 270128 tokens: 261936 tokens from the input messages and 8192 tokens for the completion.",
      { limit: 262_144, counted: 270_128, includesOutput: true },
    ],
    [
      'SGLang and Together',
      "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
      { limit: 40_960, counted: 61_709, includesOutput: false },
    ],
    [
      'SGLang, by its memory',
      'Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).',
      { limit: 59_862, counted: 160_062, includesOutput: false },
    ],
    [
      'an OpenAI-compatible server',
      "Input length (265330) exceeds model's maximum context length (262144).",
      { limit: 262_144, counted: 265_330, includesOutput: false },
    ],
    [
      'Poolside',
      'Input length 140000 exceeds the maximum allowed input length of 131072 tokens.',
      { limit: 131_072, counted: 140_000, includesOutput: false },
    ],
    [
      'xAI',
      "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
      { limit: 131_072, counted: 136_973, includesOutput: false },
    ],
    [
      'Mistral',
      'Prompt contains 40016 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      { limit: 32_768, counted: 40_016, includesOutput: false },
    ],
    [
      'Moonshot',
      'Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)',
      { limit: 262_144, counted: 269_030, includesOutput: true },
    ],
    [
      'GitHub Copilot',
      'prompt token count of 168929 exceeds the limit of 168000',
      { limit: 168_000, counted: 168_929, includesOutput: false },
    ],
    [
      'LM Studio',
      'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
      { limit: 32_768, counted: 111_490, includesOutput: false },
    ],
    [
      'llama.cpp',
      'request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it',
      { limit: 8_192, counted: 14_429, includesOutput: false },
    ],
    [
      'Ollama, in its cloud',
      'The prompt is too long: 262960, model maximum context length: 262144',
      { limit: 262_144, counted: 262_960, includesOutput: false },
    ],
    [
      'Text Generation Inference',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 3474 `inputs` tokens and 60 `max_new_tokens`',
      { limit: 2_048, counted: 3_534, includesOutput: true },
    ],
    ['Alibaba', 'Range of input length should be [1, 30720]', { limit: 30_720, includesOutput: false }],
    ['MiniMax', 'invalid params, context window exceeds limit (2013)', { includesOutput: false }],
    ['Ollama', 'prompt too long; exceeded max context length by 112 tokens', { includesOutput: false }],
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
    [
      'what OpenRouter passes on',
      Object.assign(new Error('400 Provider returned error'), {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: JSON.stringify({ error: { message: long } }) },
        },
      }),
    ],
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
    '413 Request too large for model x on tokens per minute (TPM): Limit 10000, Requested 15088, please reduce your message size',
    '402 This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 4096.',
    new Error('The request was aborted.'),
    { error: { message: 'max_tokens must be less than 200000' } },
    { n_ctx: 'x', n_prompt_tokens: -1 },
    cycle,
    'x'.repeat(100_000) + long,
  ])('is undefined for another value: %#', (value) => {
    expect(contextLimitOf(value)).toBeUndefined()
  })
})
