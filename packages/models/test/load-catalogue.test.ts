import { isLamellaError } from '@lamella/core'
import { type Catalogue, createModels, loadCatalogue } from '@lamella/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'

const limit = { context: 65_536, output: 8_192 }
const modelsDev = (models: object, provider = 'acme', npm?: string): object => ({
  [provider]: { id: provider, npm, models },
})
const liteLlm = (model: object, name = 'm-1'): object => ({
  [name]: { litellm_provider: 'acme', mode: 'chat', max_input_tokens: 65_536, max_output_tokens: 8_192, ...model },
})
const skipped = ({ notices }: Catalogue): readonly string[] => notices.map(({ what: message }) => message)

describe("loadCatalogue with models.dev's api.json", () => {
  it('reads the same models from text and from parsed JSON', () => {
    const data = modelsDev({ 'm-1': { limit } })
    expect(loadCatalogue(JSON.stringify(data))).toEqual(loadCatalogue(data))
    expect(loadCatalogue(data).models).toEqual([
      expect.objectContaining({
        id: 'acme/m-1',
        provider: 'acme',
        contextWindow: 65_536,
        maxOutput: 8_192,
        aliases: ['m-1'],
      }),
    ])
  })

  it('reads features, formats, family, status and a separate input limit', () => {
    const model = {
      limit: { ...limit, input: 50_000 },
      family: 'm',
      status: 'deprecated',
      tool_call: true,
      reasoning: true,
      structured_output: true,
      modalities: { input: ['text', 'image', 'pdf', 'audio'], output: ['text'] },
      cost: { input: 1, cache_read: 0.1 },
    }
    const { models, notices } = loadCatalogue(modelsDev({ 'm-1': model }, 'acme', '@ai-sdk/anthropic'))
    expect(models[0]).toMatchObject({
      family: 'm',
      maxInput: 50_000,
      status: 'deprecated',
      formats: ['anthropic'],
      features: ['tools', 'vision', 'files', 'audio', 'thinking', 'structured-output', 'streaming', 'caching'],
    })
    expect(notices).toEqual([])
  })

  it('accepts only true as the value of a feature', () => {
    const [model] = loadCatalogue(
      modelsDev({ 'm-1': { limit, tool_call: 'yes', reasoning: 1, cost: [], modalities: 4 } }),
    ).models
    expect(model?.features).toEqual(['streaming'])
  })

  it('counts models that do not answer with text and keeps the others', () => {
    const models = {
      i: { limit, modalities: { output: ['image'] } },
      t: { limit, modalities: { output: ['image', 'text'] } },
    }
    const result = loadCatalogue(modelsDev({ ...models, u: { limit } }))
    expect(result.models.map(({ id }) => id)).toEqual(['acme/t', 'acme/u'])
    expect(skipped(result)).toEqual([expect.stringContaining(': 1.')])
  })

  it.each(['', ' ', 4, 'x'.repeat(300)])('uses the id if the family is not a name: %j', (family) => {
    expect(loadCatalogue(modelsDev({ m: { limit, family } })).models[0]?.family).toBe('acme/m')
  })

  it('resolves a bare name if only one provider has the model', () => {
    const catalogue = { ...modelsDev({ a: { limit }, b: { limit } }, 'one'), ...modelsDev({ b: { limit } }, 'two') }
    const models = createModels(loadCatalogue(catalogue).models)
    expect(models.findModel('a')?.id).toBe('one/a')
    expect(models.findModel('b')).toBeUndefined()
    expect(models.findModel('two/b')?.id).toBe('two/b')
  })

  it('resolves a bare name to the first of the chosen providers and leaves out other providers', () => {
    const catalogue = {
      ...modelsDev({ b: { limit } }, 'one'),
      ...modelsDev({ b: { limit } }, 'two'),
      ...modelsDev({ b: { limit: { context: 'large' } } }, 'three'),
    }
    const { models, notices } = loadCatalogue(catalogue, { providers: ['two', 'one'] })
    expect(createModels(models).findModel('b')?.id).toBe('two/b')
    expect(models.map(({ id }) => id)).toEqual(['one/b', 'two/b'])
    expect(notices).toEqual([])
  })

  it('never resolves a bare name that is the id of another model', () => {
    const catalogue = { ...modelsDev({ 'one/a': { limit } }, 'hub'), ...modelsDev({ a: { limit } }, 'one') }
    const models = createModels(loadCatalogue(catalogue).models)
    expect(models.getModel('one/a').provider).toBe('one')
    expect(models.getModel('hub/one/a').provider).toBe('hub')
    expect(models.getModel('a').provider).toBe('one')
  })
})

describe("loadCatalogue with LiteLLM's file", () => {
  it('uses the input limit as the window and reads features', () => {
    const flags = { supports_function_calling: true, supports_vision: false, supports_reasoning: true }
    const [model] = loadCatalogue(liteLlm({ ...flags, litellm_provider: 'openai' })).models
    expect(model).toMatchObject({
      id: 'openai/m-1',
      aliases: ['m-1'],
      contextWindow: 65_536,
      maxOutput: 8_192,
      features: ['tools', 'thinking', 'streaming'],
      formats: ['openai-responses', 'openai-chat'],
    })
  })

  it('reads the output limit from the older max_tokens, and the retirement date', () => {
    const given = { max_output_tokens: undefined, max_tokens: 4_096, deprecation_date: '2030-01-31' }
    const [model] = loadCatalogue(liteLlm(given)).models
    expect(model).toMatchObject({ maxOutput: 4_096, retires: '2030-01-31', status: 'deprecated' })
  })

  it('keeps a provider prefix that the name already has', () => {
    const [model] = loadCatalogue(liteLlm({}, 'acme/m-1')).models
    expect(model).toMatchObject({ id: 'acme/m-1', aliases: ['m-1'] })
  })

  it('counts image, audio and embedding models in one notice', () => {
    const catalogue = {
      ...liteLlm({}),
      ...liteLlm({ mode: 'embedding' }, 'e'),
      ...liteLlm({ mode: 'image_generation' }, 'i'),
      ...liteLlm({ mode: 'one of: chat, embedding' }, 'sample_spec'),
    }
    const { models, notices } = loadCatalogue(catalogue)
    expect(models).toHaveLength(1)
    expect(notices).toEqual([{ code: 'MODELS_OF_OTHER_KINDS', what: expect.stringContaining(': 3.') }])
  })
})

describe('loadCatalogue with an unusable entry', () => {
  it.each<readonly [string, unknown]>([
    ['it is not an object', null],
    ['it is not an object', []],
    ['it is not an object', 'm'],
    ['its limit.context is not a number of tokens', {}],
    ['its limit.context is not a number of tokens', { limit: null }],
    ['its limit.context is not a number of tokens', { limit: { context: -1, output: 1 } }],
    ['its limit.context is not a number of tokens', { limit: { context: 0, output: 1 } }],
    ['its limit.context is not a number of tokens', { limit: { context: 1.5, output: 1 } }],
    ['its limit.context is not a number of tokens', { limit: { context: 1e12, output: 1 } }],
    ['its limit.context is not a number of tokens', { limit: { context: 'large', output: 1 } }],
    ['its limit.context is not a number of tokens', { limit: { context: {}, output: 1 } }],
    ['its limit.output is not a number of tokens', { limit: { context: 10 } }],
    ['its limit.output is not a number of tokens', { limit: { context: 10, output: '1e3' } }],
    ['its limit.output is larger than its limit.context', { limit: { context: 10, output: 11 } }],
  ])('leaves it out with a notice: %s, %j', (problem, model) => {
    const result = loadCatalogue(modelsDev({ good: { limit }, bad: model }))
    expect(result.models.map(({ id }) => id)).toEqual(['acme/good'])
    expect(result.notices).toEqual([{ code: 'MODEL_SKIPPED', what: `"acme/bad" is left out: ${problem}.` }])
  })

  it('leaves out entries whose names are empty, too long or already used', () => {
    const models = { '': { limit }, ' ': { limit }, ['x'.repeat(300)]: { limit }, a: { limit }, A: { limit } }
    const result = loadCatalogue(modelsDev(models))
    expect(result.models.map(({ id }) => id)).toEqual(['acme/a'])
    expect(skipped(result)).toEqual([
      expect.stringContaining('its name is empty'),
      expect.stringContaining('its name is empty'),
      expect.stringContaining('more than 200 characters'),
      '"acme/A" is left out: another entry has the same name.',
    ])
    for (const message of skipped(result)) expect(message.length).toBeLessThan(200)
  })

  it('leaves out a provider without models', () => {
    const result = loadCatalogue({ ...modelsDev({ a: { limit } }), broken: { models: 4 }, other: 'x' })
    expect(result.models).toHaveLength(1)
    expect(result.notices.map(({ code }) => code)).toEqual(['MODEL_SKIPPED', 'MODEL_SKIPPED'])
  })

  it('accepts numbers written as text', () => {
    expect(loadCatalogue(liteLlm({ max_input_tokens: '65536' })).models[0]?.contextWindow).toBe(65_536)
  })
})

describe('loadCatalogue with names that have a meaning in JavaScript', () => {
  it('treats them as ordinary names', () => {
    const json = `{ "__proto__": { "models": { "constructor": { "limit": { "context": 10, "output": 5 } } } },
      "constructor": { "models": { "__proto__": { "limit": { "context": 20, "output": 5 } }, "toString": { "limit": {} } } } }`
    const { models, notices } = loadCatalogue(json)
    const set = createModels(models)
    expect(set.getModel('__proto__/constructor').contextWindow).toBe(10)
    expect(set.getModel('constructor/__proto__').contextWindow).toBe(20)
    expect(notices).toHaveLength(1)
    expect(({} as { readonly limit?: unknown }).limit).toBeUndefined()
  })

  it('does not read features through a prototype', () => {
    const json =
      '{ "a": { "models": { "m": { "limit": { "context": 10, "output": 5 }, "__proto__": { "tool_call": true } } } } }'
    expect(loadCatalogue(json).models[0]?.features).toEqual(['streaming'])
  })
})

describe('loadCatalogue with an invalid catalogue', () => {
  it.each<readonly [string, unknown]>([
    ['it is not JSON', ''],
    ['it is not JSON', '{'],
    ['it is not JSON', '\ud83d'],
    ['it is in neither', '[]'],
    ['it is in neither', '{}'],
    ['it is in neither', 'null'],
    ['it is in neither', '"text"'],
    ['it is in neither', { models: {} }],
    ['it is in neither', undefined],
    ['it is in neither', 4],
    ['it is in neither', { a: { b: { c: 1 } } }],
  ])('throws: %s, %j', (problem, catalogue) => {
    expect(() => loadCatalogue(catalogue)).toThrow(
      expect.objectContaining({ code: 'CATALOGUE_INVALID', message: expect.stringContaining(problem) }),
    )
  })

  it('throws for extremely deep nesting', () => {
    const invalid = expect.objectContaining({ code: 'CATALOGUE_INVALID' })
    expect(() => loadCatalogue('['.repeat(1_000_000))).toThrow(invalid)
    expect(() => loadCatalogue('{"a":'.repeat(100_000))).toThrow(invalid)
  })

  it('throws for an object that throws when it is read', () => {
    const catalogue = {
      get acme(): object {
        throw new TypeError('no')
      },
    }
    expect(() => loadCatalogue(catalogue)).toThrow(expect.objectContaining({ code: 'CATALOGUE_INVALID' }))
  })

  it('reads a cyclic object only three levels deep', () => {
    const model: Record<string, unknown> = { limit }
    model['provider'] = model
    model['cost'] = model
    expect(loadCatalogue(modelsDev({ m: model })).models).toHaveLength(1)
  })

  it('throws a separate error for wrong options', () => {
    const invalid = expect.objectContaining({ code: 'OPTION_INVALID' })
    expect(() => loadCatalogue({}, { provider: ['a'] } as object)).toThrow(invalid)
    expect(() => loadCatalogue({}, { providers: 'a' } as object)).toThrow(invalid)
  })
})

describe('loadCatalogue with arbitrary JSON', () => {
  const size = fc.oneof(fc.constant(8_192), fc.integer(), fc.double(), fc.string(), fc.constant(null))
  const word = fc.oneof(
    fc.constantFrom('m', 'M', 'one/m', 'acme', '__proto__', 'constructor', ' ', ''),
    fc.string({ unit: codePoint }),
  )
  const entry = fc.oneof(
    fc.record({
      limit: fc.record({ context: size, output: size, input: size }, { requiredKeys: [] }),
      modalities: fc.jsonValue(),
    }),
    fc.jsonValue(),
  )
  const dev = fc.dictionary(word, fc.oneof(fc.record({ models: fc.dictionary(word, entry) }), fc.jsonValue()))
  const lite = fc.dictionary(
    word,
    fc.oneof(
      fc.record({
        litellm_provider: word,
        mode: fc.constantFrom('chat', 'embedding', 'responses'),
        max_input_tokens: size,
        max_output_tokens: size,
        deprecation_date: fc.oneof(fc.constant('2030-01-01'), fc.jsonValue()),
      }),
      fc.jsonValue(),
    ),
  )

  it('returns usable models with a notice for each entry left out, or throws CATALOGUE_INVALID', () => {
    fc.assert(
      fc.property(
        fc.oneof(dev, lite, fc.jsonValue()),
        fc.option(fc.array(word), { nil: undefined }),
        (data, providers) => {
          const options = providers === undefined ? {} : { providers }
          try {
            const { models, notices } = loadCatalogue(JSON.stringify(data), options)
            const set = createModels(models, { builtIn: false })
            for (const model of models) expect(set.getModel(model.id)).toEqual(model)
            for (const { what: message } of notices) expect(message.length).toBeLessThan(700)
          } catch (error) {
            expect(isLamellaError(error, 'CATALOGUE_INVALID')).toBe(true)
          }
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('takes time proportional to the size', () => {
    const providers = Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { models: { same: { limit } } }] as const)
    const { models, notices } = loadCatalogue(Object.fromEntries(providers))
    expect(models).toHaveLength(20_000)
    expect(notices).toEqual([])
    expect(createModels(models).findModel('same')).toBeUndefined()
  })
})
