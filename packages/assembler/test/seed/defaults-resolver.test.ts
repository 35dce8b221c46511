import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DefaultsResolver } from '../../src/seed/defaults-resolver.ts'
import type { SeedParameters } from '../../src/seed/names.ts'

const config = { defaultModel: 'claude-3-7-sonnet', defaultTemperature: 0.7, defaultMaxTokens: 8192 }

const layers = fc.record(
  {
    modelId: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    temperature: fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: undefined }),
    maxTokens: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
    topP: fc.option(fc.constantFrom(0.1, 1), { nil: undefined }),
    topK: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
    stopSequences: fc.option(fc.array(fc.string({ minLength: 1 })), { nil: undefined }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<SeedParameters>

describe('DefaultsResolver', () => {
  it("uses the strongest layer's value for each parameter", () => {
    const resolver = new DefaultsResolver(config)
    const parameters = resolver.resolve(
      { temperature: 0.8 }, // Agent defaults
      { maxTokens: 4096 }, // Session defaults
      { modelId: 'gpt-4o' }, // Request overrides
    )
    expect(parameters).toEqual({ modelId: 'gpt-4o', temperature: 0.8, maxTokens: 4096 })
    expect(resolver.resolve()).toEqual({ modelId: 'claude-3-7-sonnet', temperature: 0.7, maxTokens: 8192 })
    expect(resolver.resolve({ modelId: 'a' }, { modelId: 'b' }).modelId).toBe('b')
  })

  it('equals spreading the layers without undefined values, for any layers', () => {
    fc.assert(
      fc.property(layers, layers, layers, (agent, session, request) => {
        const said = [{ modelId: 'x' }, agent, session, request].flatMap((layer) =>
          Object.entries(layer).filter(([, value]) => value !== undefined),
        )
        const resolver = new DefaultsResolver({ defaultModel: 'x' })
        expect(resolver.resolve(agent, session, request)).toEqual(Object.fromEntries(said))
      }),
    )
  })

  it('uses level and budget of thinking from the same layer, because they are one choice', () => {
    const resolver = new DefaultsResolver(config)
    const agent = { thinkingLevel: 'high', thinkingBudget: 9_000 } as const
    expect(resolver.resolve(agent)).toMatchObject(agent)
    expect(resolver.resolve(agent, {}, { thinkingLevel: 'low' })).not.toHaveProperty('thinkingBudget')
    expect(resolver.resolve({ thinkingLevel: 'none' }, { thinkingBudget: 2_000 })).not.toHaveProperty('thinkingLevel')
    expect(resolver.resolve(agent, { thinkingLevel: undefined } as never)).toMatchObject(agent)
  })

  it('returns a frozen copy, so that later changes to a list have no effect', () => {
    const stopSequences = ['END']
    const parameters = new DefaultsResolver(config).resolve({}, {}, { stopSequences })
    stopSequences.push('more')
    expect(parameters.stopSequences).toEqual(['END'])
    expect(Object.isFrozen(parameters) && Object.isFrozen(parameters.stopSequences)).toBe(true)
  })

  it('requires a model ID if no layer has one', () => {
    try {
      new DefaultsResolver({}).resolve({ temperature: 1 }, {}, { modelId: undefined } as never)
      expect.unreachable()
    } catch (error) {
      expect(isLamellaError(error, 'MODEL_REQUIRED')).toBe(true)
      expect((error as Error).message).toContain('Model ID is required')
    }
  })

  it.each<[string, object, string]>([
    ['temperature', { temperature: 2.1 }, 'Temperature must be between 0 and 2, but is 2.1 in the parameters of the'],
    ['temperature', { temperature: -0.1 }, 'Temperature must be'],
    ['temperature', { temperature: Number.NaN }, 'Temperature must be between 0 and 2, but is NaN'],
    ['temperature', { temperature: null }, 'but is null'],
    ['temperature', { temperature: '0.5' }, 'but is "0.5"'],
    ['topP', { topP: 0 }, 'Top P must be above 0 and at most 1'],
    ['topP', { topP: 1.01 }, 'Top P must be'],
    ['topK', { topK: 0 }, 'Top K must be a whole number'],
    ['topK', { topK: 1.5 }, 'Top K must be'],
    ['maxOutputTokens', { maxTokens: 0 }, 'Max tokens must be a whole number, 1 or more'],
    ['maxOutputTokens', { maxTokens: Number.POSITIVE_INFINITY }, 'Max tokens must be'],
    ['thinkingBudget', { thinkingBudget: -1 }, 'Thinking budget must be a whole number, 0 or more'],
    ['thinkingLevel', { thinkingLevel: 'xhigh' }, 'Thinking level must be one of none, minimal, low, medium, high'],
    ['stopSequences', { stopSequences: 'END' }, 'Stop sequences must be a list'],
    ['stopSequences', { stopSequences: ['END', ''] }, 'Stop sequences must be a list'],
    ['stopSequences', { stopSequences: [1] }, 'but is a different list'],
    ['model', { modelId: ' ' }, 'Model ID must be a string that is not blank'],
    ['model', { modelId: Symbol('x') }, 'but is of type symbol'],
  ])('rejects a wrong %s and names it and its layer: %j', (parameter, wrong, message) => {
    for (const [at, layer] of (['agent', 'session', 'request'] as const).entries()) {
      const given: SeedParameters[] = [{}, {}, {}]
      given[at] = wrong as SeedParameters
      try {
        new DefaultsResolver(config).resolve(...(given as [SeedParameters, SeedParameters, SeedParameters]))
        expect.unreachable()
      } catch (error) {
        expect(error).toMatchObject({ code: 'PARAMETER_INVALID', details: { parameter, layer } })
        expect((error as Error).message).toContain(message)
        expect((error as Error).message).toContain(layer)
      }
    }
  })

  it('also checks the configuration', () => {
    expect(() => new DefaultsResolver({ ...config, defaultTemperature: 3 }).resolve()).toThrow(
      expect.objectContaining({ code: 'PARAMETER_INVALID', details: { parameter: 'temperature', layer: 'system' } }),
    )
    expect(new DefaultsResolver({ ...config, sectionSeparator: '' } as typeof config).resolve().maxTokens).toBe(8192)
  })

  it('rejects unknown keys and suggests the likely one', () => {
    const resolve = (agent: unknown) => () => new DefaultsResolver(config).resolve(agent as SeedParameters)
    expect(resolve({ temprature: 1 })).toThrow(/parameters of the agent.*Did you mean 'temperature'\?/)
    expect(resolve(JSON.parse('{"__proto__": {"temperature": 9}}'))).toThrow(/OPTION_INVALID/)
    expect(resolve({ constructor: 1 })).toThrow(/OPTION_INVALID/)
    expect(resolve({ ['x'.repeat(100_000)]: 1 })).toThrow(/OPTION_INVALID/)
    for (const layer of [null, 1, 'text', []]) expect(resolve(layer)).toThrow(/OPTION_INVALID/)
  })
})
