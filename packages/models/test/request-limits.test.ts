import { requestLimits } from '@lamella/models'
import { describe, expect, it } from 'vitest'

describe('requestLimits', () => {
  it.each([
    [
      'Claude with a window of 1M tokens',
      'claude-opus-5-5',
      { bytes: 32_000_000, images: 600, imageBytes: 10_485_760 },
    ],
    ['Claude with a smaller window', 'claude-haiku-4-5', { bytes: 32_000_000, images: 100, imageBytes: 10_485_760 }],
    [
      'Claude on Bedrock',
      'us.anthropic.claude-haiku-4-5-20251001-v1:0',
      { bytes: 20_000_000, images: 20, imageBytes: 5_242_880 },
    ],
    [
      'an old Claude on Bedrock',
      'anthropic.claude-3-5-sonnet-20241022-v2:0',
      { bytes: 20_000_000, images: 20, imageBytes: 5_242_880 },
    ],
    ['Claude 5 on Bedrock', 'us.anthropic.claude-opus-5-5', { bytes: 20_000_000, images: 600, imageBytes: 5_242_880 }],
    ['Claude on Vertex', 'claude-haiku-4-5@20251001', { bytes: 30_000_000, images: 100, imageBytes: 5_242_880 }],
    ['OpenAI', 'gpt-4o', { bytes: 512_000_000, images: 1_500, tools: 128 }],
    ['Gemini', 'gemini-2.5-pro', { bytes: 100_000_000, images: 900, tools: 512 }],
    ['another model on Bedrock', 'amazon.nova-pro-v1:0', { bytes: 20_000_000 }],
    ['an unknown model', 'nobody-knows-it', {}],
  ])('knows those of %s', (_, name, limits) => {
    expect(requestLimits(name)).toEqual(limits)
  })

  it('has the limits of a platform that a prefix names, and an error for a name that is no text', () => {
    expect(requestLimits('vertex_ai/claude-opus-5-5')).toEqual(
      requestLimits('publishers/anthropic/models/claude-opus-5-5'),
    )
    for (const name of [null, undefined, 5]) {
      expect(() => requestLimits(name as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    }
  })

  it('takes the platform from the format where the name does not tell', () => {
    expect(requestLimits('claude-haiku-4-5', { format: 'bedrock-converse' }).bytes).toBe(20_000_000)
  })
})
