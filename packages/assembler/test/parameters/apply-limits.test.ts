import { createModels, getModel, type Model, type ModelDefinition } from '@lamella/models'
import { describe, expect, it } from 'vitest'
import type { ParameterLayer } from '../../src/contract/parameters.ts'
import { applyLimits } from '../../src/parameters/apply-limits.ts'

const limited = (name: string, parameters: ParameterLayer, model: Model = getModel(name)): unknown[] => {
  const given = Object.freeze({ model: name, ...parameters })
  const {
    parameters: { model: _, ...rest },
    notices,
  } = applyLimits(given, model)
  return [rest, ...notices.map(({ code }) => code)]
}
const own = (definition: Omit<ModelDefinition, 'id' | 'contextWindow' | 'maxOutput'>): Model => {
  const model = { id: 'own', contextWindow: 32_000, maxOutput: 8_000, ...definition }
  return createModels([model]).getModel('own')
}

describe('applyLimits', () => {
  it('keeps supported parameters without notices', () => {
    const parameters = { temperature: 0.5, maxOutputTokens: 1_000, topP: 0.9, stopSequences: ['END'] }
    expect(limited('gpt-4o', parameters)).toEqual([parameters])
    expect(limited('gemini-2.5-pro', { ...parameters, topK: 40 })).toEqual([{ ...parameters, topK: 40 }])
  })

  it("lowers the answer length to the model's maximum", () => {
    expect(limited('gpt-4o', { maxOutputTokens: 1_000_000 })).toEqual([
      { maxOutputTokens: 16_384 },
      'MAX_TOKENS_LOWERED',
    ])
    expect(limited('gpt-5', { maxOutputTokens: 1 })).toEqual([{ maxOutputTokens: 16 }, 'MAX_TOKENS_RAISED'])
    expect(limited('claude-haiku-4-5', { maxOutputTokens: 1 })).toEqual([{ maxOutputTokens: 1 }])
  })

  it.each<[string, ParameterLayer, ...unknown[]]>([
    ['gpt-4o', { thinkingLevel: 'high', thinkingBudget: 10_000 }, {}, 'THINKING_UNSUPPORTED'],
    ['gpt-4o', { thinkingLevel: 'none' }, {}],
    ['kimi-k2.6', { thinkingLevel: 'high' }, {}, 'THINKING_UNSUPPORTED'],
    ['gpt-5', { thinkingLevel: 'minimal' }, { thinkingLevel: 'minimal' }],
    ['gpt-5', { thinkingLevel: 'none' }, { thinkingLevel: 'minimal' }, 'THINKING_LEVEL_CHANGED'],
    ['gpt-5.1', { thinkingLevel: 'none' }, { thinkingLevel: 'none' }],
    ['gpt-5.6-sol', { thinkingLevel: 'minimal' }, { thinkingLevel: 'low' }, 'THINKING_LEVEL_CHANGED'],
    ['gpt-6-astra', { thinkingLevel: 'none' }, { thinkingLevel: 'low' }, 'THINKING_LEVEL_CHANGED'],
    ['gpt-5-pro', { thinkingLevel: 'low' }, { thinkingLevel: 'high' }, 'THINKING_LEVEL_CHANGED'],
    ['gpt-5.2-pro', { thinkingLevel: 'none' }, { thinkingLevel: 'medium' }, 'THINKING_LEVEL_CHANGED'],
    ['gpt-5', { thinkingBudget: 10_000 }, { thinkingLevel: 'medium' }, 'THINKING_BUDGET_UNSUPPORTED'],
    ['gpt-5.1', { thinkingBudget: 0 }, { thinkingLevel: 'none' }],
    ['o3', { thinkingLevel: 'none' }, { thinkingLevel: 'low' }, 'THINKING_LEVEL_CHANGED'],
    ['claude-opus-4-6', { thinkingLevel: 'minimal' }, { thinkingLevel: 'low' }, 'THINKING_LEVEL_CHANGED'],
    ['claude-opus-4-8', { thinkingLevel: 'none' }, { thinkingLevel: 'none' }],
    ['claude-fable-5', { thinkingLevel: 'none' }, { thinkingLevel: 'low' }, 'THINKING_LEVEL_CHANGED'],
    [
      'claude-sonnet-5',
      { thinkingLevel: 'high', thinkingBudget: 10_000 },
      { thinkingLevel: 'high' },
      'THINKING_BUDGET_UNSUPPORTED',
    ],
    ['gemini-3-pro-preview', { thinkingLevel: 'medium' }, { thinkingLevel: 'high' }, 'THINKING_LEVEL_CHANGED'],
    ['gemini-3-flash-preview', { thinkingLevel: 'minimal' }, { thinkingLevel: 'minimal' }],
    ['gemini-3.8-flash', { thinkingLevel: 'none' }, { thinkingLevel: 'low' }, 'THINKING_LEVEL_CHANGED'],
    ['gemini-2.5-pro', { thinkingLevel: 'high' }, { thinkingLevel: 'high', thinkingBudget: 24_576 }],
    ['gemini-2.5-pro', { thinkingBudget: 0 }, { thinkingBudget: 128 }, 'THINKING_LEVEL_CHANGED'],
    ['gemini-2.5-pro', { thinkingBudget: 99_999 }, { thinkingBudget: 32_768 }, 'THINKING_BUDGET_CHANGED'],
    ['gemini-2.5-flash', { thinkingBudget: 0 }, { thinkingLevel: 'none' }],
    ['gemini-2.5-flash-lite', { thinkingBudget: 100 }, { thinkingBudget: 512 }, 'THINKING_BUDGET_CHANGED'],
    ['claude-sonnet-4-5', { thinkingLevel: 'low' }, { thinkingLevel: 'low', thinkingBudget: 1_024 }],
    ['claude-sonnet-4-5', { thinkingBudget: 10 }, { thinkingBudget: 1_024 }, 'THINKING_BUDGET_CHANGED'],
    ['claude-sonnet-4-5', { thinkingLevel: 'none' }, { thinkingLevel: 'none' }],
    [
      'claude-sonnet-4-5',
      { thinkingLevel: 'none', thinkingBudget: 9 },
      { thinkingLevel: 'none' },
      'THINKING_BUDGET_CHANGED',
    ],
    ['claude-opus-4-1', { thinkingBudget: 31_000 }, { thinkingBudget: 27_904 }, 'THINKING_BUDGET_CHANGED'],
  ])('fits thinking to %s: %j', (model, asked, ...expected) => {
    expect(limited(model, asked)).toEqual(expected)
  })

  it.each<[ParameterLayer, ...unknown[]]>([
    [{ maxOutputTokens: 8_192, thinkingBudget: 10_000 }, 6_144, 'THINKING_BUDGET_CHANGED'],
    [{ maxOutputTokens: 8_192, thinkingBudget: 8_192 }, 6_144, 'THINKING_BUDGET_CHANGED'],
    [{ maxOutputTokens: 8_192, thinkingBudget: 8_191 }, 8_191],
    [{ maxOutputTokens: 8_192, thinkingLevel: 'high' }, 6_144],
    [{ maxOutputTokens: 1_100, thinkingLevel: 'high' }, 1_024],
    [{ maxOutputTokens: 1_025, thinkingBudget: 1_024 }, 1_024],
    [{ maxOutputTokens: 1_024, thinkingBudget: 1_024 }, undefined, 'THINKING_UNSUPPORTED'],
    [{ maxOutputTokens: 1, thinkingLevel: 'low' }, undefined, 'THINKING_UNSUPPORTED'],
  ])('leaves room for the answer in addition to the thinking: %j', (asked, budget, ...codes) => {
    const [parameters, ...told] = limited('claude-sonnet-4-5', asked)
    expect((parameters as ParameterLayer).thinkingBudget).toBe(budget)
    expect(told).toEqual(codes)
  })

  it.each<[string, ParameterLayer, ParameterLayer, ...string[]]>([
    ['gpt-5', { temperature: 0.7, topP: 0.9 }, {}, 'SAMPLING_UNSUPPORTED', 'SAMPLING_UNSUPPORTED'],
    ['gpt-5', { temperature: 1 }, { temperature: 1 }],
    ['gpt-5.2', { temperature: 0.7, thinkingLevel: 'none' }, { temperature: 0.7, thinkingLevel: 'none' }],
    ['gpt-oss-120b', { temperature: 0.7 }, { temperature: 0.7 }],
    ['gpt-4o', { topK: 5 }, {}, 'SAMPLING_UNSUPPORTED'],
    ['gpt-5', { stopSequences: ['a'] }, {}, 'STOP_SEQUENCES_DROPPED'],
    ['gpt-4o', { stopSequences: [...'abcdef'] }, { stopSequences: [...'abcd'] }, 'STOP_SEQUENCES_DROPPED'],
    ['gemini-2.5-pro', { stopSequences: [...'abcdef'] }, { stopSequences: [...'abcde'] }, 'STOP_SEQUENCES_DROPPED'],
    ['gemini-2.5-pro', { topK: 100 }, { topK: 64 }, 'SAMPLING_UNSUPPORTED'],
    ['claude-haiku-4-5', { stopSequences: [' ', 'x'] }, { stopSequences: ['x'] }, 'STOP_SEQUENCES_DROPPED'],
    ['claude-haiku-4-5', { temperature: 1.5 }, { temperature: 1 }, 'TEMPERATURE_LOWERED'],
    ['claude-haiku-4-5', { temperature: 0.5, topP: 0.9 }, { temperature: 0.5 }, 'SAMPLING_UNSUPPORTED'],
    ['claude-haiku-4-5', { topK: 5, topP: 0.9 }, { topK: 5, topP: 0.9 }],
    ['claude-sonnet-4-6', { temperature: 0.5 }, { temperature: 0.5 }],
    ['claude-opus-4-7', { temperature: 0.5, topK: 5 }, {}, 'SAMPLING_UNSUPPORTED', 'SAMPLING_UNSUPPORTED'],
    [
      'claude-haiku-4-5',
      { thinkingBudget: 2_000, temperature: 0.5, topK: 5, topP: 0.9 },
      { thinkingBudget: 2_000 },
      'SAMPLING_UNSUPPORTED',
      'SAMPLING_UNSUPPORTED',
      'SAMPLING_UNSUPPORTED',
    ],
    ['claude-haiku-4-5', { thinkingBudget: 2_000, topP: 0.97 }, { thinkingBudget: 2_000, topP: 0.97 }],
    ['deepseek-flash', { topK: 5, temperature: 2 }, { temperature: 2 }, 'SAMPLING_UNSUPPORTED'],
  ])('omits parameters that %s rejects: %j', (model, asked, expected, ...codes) => {
    expect(limited(model, asked)).toEqual([expected, ...codes])
  })

  it('sends a custom model only the parameters it is known to support', () => {
    expect(limited('own', { topK: 5, thinkingLevel: 'low' }, own({}))).toEqual([
      {},
      'THINKING_UNSUPPORTED',
      'SAMPLING_UNSUPPORTED',
    ])
    const local = own({ features: ['thinking'], thinking: 'effort', formats: ['openai-chat'] })
    expect(limited('own', { temperature: 0.3, thinkingLevel: 'high' }, local)).toEqual([
      { temperature: 0.3, thinkingLevel: 'high' },
    ])
    const tiny = own({ features: ['thinking'], thinking: 'budget', formats: ['anthropic'], maxOutput: 1_000 } as never)
    expect(limited('own', { thinkingLevel: 'low' }, tiny)).toEqual([{ thinkingLevel: 'none' }, 'THINKING_UNSUPPORTED'])
  })

  it('leaves the parameters of an unknown model unchanged, and reports which cannot be sent', () => {
    const parameters = { model: 'x'.repeat(1_000), temperature: 1.7, topK: 5, thinkingLevel: 'high' } as const
    const { parameters: same, notices } = applyLimits(parameters, undefined)
    expect(same).toBe(parameters)
    expect(notices.map(({ code }) => code)).toEqual(['PARAMETERS_UNSENT'])
    expect(notices[0]?.what).toMatch(/topK, thinkingLevel cannot be sent/)
    expect(applyLimits({ model: 'unknown', temperature: 1 }, undefined).notices).toEqual([])
  })
})
