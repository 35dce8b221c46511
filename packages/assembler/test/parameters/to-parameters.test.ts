import { getModel, listModels, type ModelFormat } from '@lamella/models'
import { encodeAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse } from '@lamella/wire/bedrock-converse'
import { encodeGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelParameters, ParameterLayer } from '../../src/contract/parameters.ts'
import { applyLimits } from '../../src/parameters/apply-limits.ts'
import { toParameters } from '../../src/parameters/to-parameters.ts'

const encoders = {
  anthropic: encodeAnthropic,
  gemini: encodeGemini,
  'openai-chat': encodeOpenAIChat,
  'openai-responses': encodeOpenAIResponses,
  'bedrock-converse': encodeBedrockConverse,
} as const

/** Returns only the parameters of the request, with its losses and the rules that it breaks. */
function sent(format: ModelFormat, asked: ModelParameters): { request: object; losses: string[]; broken: string[] } {
  const model = getModel(asked.model)
  const parameters = toParameters(applyLimits(asked, model).parameters, model)
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  const { request, losses } = encoders[format]({ messages, parameters }, { model: asked.model })
  const { messages: _m, input: _i, contents: _c, model: _o, ...rest } = request as unknown as Record<string, unknown>
  return {
    request: rest,
    losses: losses.map(({ what: message }) => message),
    broken: validate(format, request).map(({ code, path }) => `${code} ${path}`),
  }
}

describe('toParameters', () => {
  it.each<[string, ModelFormat, ParameterLayer, object]>([
    ['gpt-5', 'openai-chat', { thinkingLevel: 'low' }, { reasoning_effort: 'low', max_completion_tokens: 5_000 }],
    ['gpt-5', 'openai-responses', { thinkingLevel: 'low' }, { reasoning: { effort: 'low' }, max_output_tokens: 5_000 }],
    ['gpt-4o', 'openai-chat', { temperature: 0.5 }, { temperature: 0.5, max_completion_tokens: 5_000 }],
    ['grok-4.7', 'openai-chat', { thinkingLevel: 'high' }, { reasoning_effort: 'high', max_completion_tokens: 5_000 }],
    [
      'claude-opus-4-8',
      'anthropic',
      { thinkingLevel: 'high' },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' }, max_tokens: 5_000 },
    ],
    ['claude-sonnet-5', 'anthropic', { thinkingLevel: 'none' }, { thinking: { type: 'disabled' }, max_tokens: 5_000 }],
    [
      'claude-sonnet-4-5',
      'anthropic',
      { thinkingBudget: 3_000 },
      { thinking: { type: 'enabled', budget_tokens: 3_000 }, max_tokens: 5_000 },
    ],
    [
      'claude-sonnet-4-5',
      'anthropic',
      { thinkingLevel: 'none', topK: 20, temperature: 0.3 },
      { thinking: { type: 'disabled' }, top_k: 20, temperature: 0.3, max_tokens: 5_000 },
    ],
    ['claude-haiku-4-5', 'anthropic', { topK: 20 }, { top_k: 20, max_tokens: 5_000 }],
    [
      'gemini-2.5-flash',
      'gemini',
      { thinkingBudget: 3_000, topK: 20 },
      { generationConfig: { maxOutputTokens: 5_000, thinkingConfig: { thinkingBudget: 3_000 }, topK: 20 } },
    ],
    [
      'gemini-2.5-flash',
      'gemini',
      { thinkingLevel: 'none' },
      { generationConfig: { maxOutputTokens: 5_000, thinkingConfig: { thinkingBudget: 0 } } },
    ],
    [
      'gemini-3.8-flash',
      'gemini',
      { thinkingLevel: 'high', topK: 20 },
      { generationConfig: { maxOutputTokens: 5_000, thinkingConfig: { thinkingLevel: 'high' }, topK: 20 } },
    ],
  ])('writes parameters for %s in the terms of %s: %j', (model, format, asked, expected) => {
    const { request, losses, broken } = sent(format, { model, maxOutputTokens: 5_000, ...asked })
    expect({ request, losses, broken }).toEqual({ request: expected, losses: [], broken: [] })
  })

  it('creates a valid request without losses for every model and any parameters', () => {
    const numbers = fc.constantFrom(1, 16, 1_024, 1_025, 4_096, 10_000, 64_000, 2_000_000)
    const asked = fc.record(
      {
        temperature: fc.constantFrom(0, 0.7, 1, 1.5, 2),
        topP: fc.constantFrom(0.1, 0.95, 1),
        topK: fc.constantFrom(1, 40, 5_000),
        maxOutputTokens: numbers,
        thinkingLevel: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high'),
        thinkingBudget: fc.oneof(fc.constant(0), numbers),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<ParameterLayer>
    const models = listModels()
    fc.assert(
      fc.property(fc.constantFrom(...models), asked, ({ id, formats }, parameters) => {
        for (const format of formats) {
          const { losses, broken } = sent(format, { model: id, ...parameters })
          expect({ id, parameters, losses, broken }).toEqual({ id, parameters, losses: [], broken: [] })
        }
      }),
      { numRuns: 1_500 },
    )
  })

  it('sends a provider only its own options, and an unknown model only common parameters', () => {
    const parameters = { model: 'm', temperature: 1, topP: 0.5, topK: 5, stopSequences: ['x'] } as const
    const plain = { model: 'm', temperature: 1, topP: 0.5, stopSequences: ['x'] }
    expect(toParameters({ ...parameters, thinkingLevel: 'high' }, undefined)).toEqual(plain)
    expect(
      Object.keys(toParameters({ ...parameters, thinkingLevel: 'low' }, getModel('gpt-5')).providerOptions ?? {}),
    ).toEqual(['openai'])
    expect(toParameters({ model: 'gpt-4o' }, getModel('gpt-4o'))).toEqual({ model: 'gpt-4o' })
  })
})
