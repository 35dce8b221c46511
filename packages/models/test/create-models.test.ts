import { createModels, defineModel, getModel, listModels, type ModelDefinition } from '@lamella/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const small: ModelDefinition = { id: 'small', contextWindow: 1_000, maxOutput: 100 }
const invalid = expect.objectContaining({ code: 'OPTION_INVALID' })

describe('defineModel', () => {
  it('fills in defaults for omitted fields', () => {
    expect(defineModel(small)).toEqual({
      id: 'small',
      provider: 'custom',
      family: 'small',
      contextWindow: 1_000,
      maxOutput: 100,
      features: [],
      aliases: [],
      formats: [],
      status: 'active',
    })
  })

  it('keeps the given fields', () => {
    const all: ModelDefinition = {
      id: 'all',
      provider: 'acme',
      family: 'a',
      contextWindow: 1_000,
      maxOutput: 100,
      maxInput: 900,
      features: ['tools'],
      aliases: ['every'],
      formats: ['openai-chat'],
      status: 'deprecated',
      retires: '2030-01-31',
      encoding: 'o200k_base',
      thinking: 'effort',
      cacheMinimum: 0,
    }
    expect(defineModel(all)).toEqual(all)
  })

  it('accepts any built-in model and returns it unchanged', () => {
    for (const model of listModels()) expect(defineModel(model)).toEqual(model)
  })

  it('copies its input and freezes its result', () => {
    const features: ('tools' | 'vision')[] = ['tools']
    const given = { ...small, features, aliases: ['s'] }
    const model = defineModel(given)
    features.push('vision')
    given.aliases.push('t')
    expect(model.features).toEqual(['tools'])
    expect(model.aliases).toEqual(['s'])
    for (const part of [model, model.features, model.aliases, model.formats]) expect(Object.isFrozen(part)).toBe(true)
  })

  it.each<readonly [string, unknown]>([
    ['id', { contextWindow: 1, maxOutput: 1 }],
    ['id', { ...small, id: '' }],
    ['id', { ...small, id: ' ' }],
    ['id', { ...small, id: 'x'.repeat(201) }],
    ['id', { ...small, id: 4 }],
    ['contextWindow', { id: 'x', maxOutput: 1 }],
    ['contextWindow', { ...small, contextWindow: 0 }],
    ['contextWindow', { ...small, contextWindow: -1 }],
    ['contextWindow', { ...small, contextWindow: 1.5 }],
    ['contextWindow', { ...small, contextWindow: Number.NaN }],
    ['contextWindow', { ...small, contextWindow: Number.POSITIVE_INFINITY }],
    ['contextWindow', { ...small, contextWindow: '1000' }],
    ['contextWindow', { ...small, contextWindow: 2 ** 53 }],
    ['maxOutput', { ...small, maxOutput: 1_001 }],
    ['maxOutput', { ...small, maxOutput: 0 }],
    ['maxInput', { ...small, maxInput: 1_001 }],
    ['features', { ...small, features: ['sight'] }],
    ['features', { ...small, features: 'tools' }],
    ['features', { ...small, features: ['__proto__'] }],
    ['aliases', { ...small, aliases: [''] }],
    ['aliases', { ...small, aliases: ['x', 4] }],
    ['formats', { ...small, formats: ['openai'] }],
    ['status', { ...small, status: 'old' }],
    ['retires', { ...small, retires: 'soon' }],
    ['thinking', { ...small, thinking: 'yes' }],
    ['cacheMinimum', { ...small, cacheMinimum: -1 }],
    ['maxOutput', { ...small, contextWindow: 5 }],
    ['contextwindow', { ...small, contextwindow: 5 }],
    ['__proto__', JSON.parse('{"id":"x","contextWindow":2,"maxOutput":1,"__proto__":{}}')],
    ['options', null],
    ['options', 'gpt-4o'],
  ])('rejects a wrong %s', (option, definition) => {
    expect(() => defineModel(definition as ModelDefinition)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', details: { what: 'defineModel', option } }),
    )
  })

  it('throws only its own error, whatever the input', () => {
    fc.assert(
      fc.property(fc.record({ ...wild(small), junk: fc.anything() }, { requiredKeys: [] }), (definition) => {
        try {
          const model = defineModel(definition as unknown as ModelDefinition)
          expect(model.maxOutput).toBeLessThanOrEqual(model.contextWindow)
        } catch (error) {
          expect(error).toEqual(invalid)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('createModels', () => {
  it('puts custom models before the built-in ones', () => {
    const models = createModels([small])
    expect(models.getModel('SMALL')).toEqual(defineModel(small))
    expect(models.getModelLimits('small')).toMatchObject({ contextWindow: 1_000, maxOutput: 100, maxInput: 1_000 })
    expect(models.getModel('gpt-4o')).toBe(getModel('gpt-4o'))
    expect(models.listModels()[0]?.id).toBe('small')
    expect(models.listModels()).toHaveLength(listModels().length + 1)
  })

  it('holds only custom models if builtIn is false', () => {
    const models = createModels([small], { builtIn: false })
    expect(models.listModels()).toEqual([defineModel(small)])
    expect(models.findModel('gpt-4o')).toBeUndefined()
  })

  it('lets a custom model replace a built-in one, whose other names are dropped', () => {
    const models = createModels([{ ...getModel('gpt-4o'), aliases: [], contextWindow: 64_000 }])
    expect(models.getModelLimits('openai/gpt-4o').contextWindow).toBe(64_000)
    expect(models.findModel('gpt-4o-2024-11-20')).toBeUndefined()
    expect(models.listModels()).toHaveLength(listModels().length)
    expect(getModel('gpt-4o').contextWindow).toBe(128_000)
  })

  it('lets a custom alias take a name from a built-in model, which keeps its others', () => {
    const models = createModels([{ ...small, aliases: ['gpt-4o-2024-11-20'] }])
    expect(models.getModel('gpt-4o-2024-11-20').id).toBe('small')
    expect(models.getModel('gpt-4o').id).toBe('gpt-4o')
  })

  it('finds custom models under their own provider prefix and no other', () => {
    const models = createModels([{ ...small, provider: 'acme' }])
    expect(models.findModel('acme/small')?.id).toBe('small')
    expect(models.findModel('acme:small')?.id).toBe('small')
    expect(models.findModel('openai/small')).toBeUndefined()
  })

  it('finds custom names that contain the separators of platforms', () => {
    const odd = [
      'a/b/c',
      'x:y',
      'us.acme.z-v1:0',
      'q@r',
      'ft:s:t',
      '__proto__',
      'constructor',
      '\ud83d',
      'モデル',
      'claude-9.9',
    ]
    const models = createModels(odd.map((id) => ({ ...small, id })))
    for (const id of odd) expect(models.getModel(id).id).toBe(id)
  })

  it.each([
    [[small, { ...small, id: 'Small' }]],
    [[small, { ...small, id: 'other', aliases: [' small '] }]],
    [
      [
        { ...small, aliases: ['s'] },
        { ...small, id: 'other', aliases: ['S'] },
      ],
    ],
  ])('rejects two custom models with the same name', (models) => {
    expect(() => createModels(models)).toThrow(expect.objectContaining({ code: 'MODEL_DUPLICATE' }))
  })

  it('accepts an alias that repeats the id or another alias of the same model', () => {
    expect(createModels([{ ...small, aliases: ['small', 's', 'S'] }]).getModel('s').id).toBe('small')
  })

  it('returns a set that neither its input list nor another set can change', () => {
    const list = [small]
    const models = createModels(list)
    const before = models.listModels()
    list.push({ ...small, id: 'late' })
    createModels([
      { ...small, contextWindow: 5, maxOutput: 5 },
      { ...small, id: 'gpt-4o' },
    ])
    expect(models.listModels()).toEqual(before)
    expect(models.findModel('late')).toBeUndefined()
    expect(models.getModel('small').contextWindow).toBe(1_000)
    expect(getModel('gpt-4o').contextWindow).toBe(128_000)
    expect(Object.isFrozen(models)).toBe(true)
    expect(() => Object.assign(models, { getModel: () => small })).toThrow(TypeError)
  })

  it('returns a set whose answers are the same on every call', () => {
    const models = createModels([small])
    expect(models.listModels()).toEqual(models.listModels())
    expect(models.getModel('small')).toBe(models.getModel('small'))
  })

  it.each([undefined, null, {}, 'gpt-4o', [null], ['gpt-4o'], [{}]])('rejects %j as a list of models', (models) => {
    expect(() => createModels(models as unknown as ModelDefinition[])).toThrow(invalid)
  })

  it.each([{ builtin: false }, { builtIn: 'no' }, null])('rejects the options %j', (options) => {
    expect(() => createModels([], options as object)).toThrow(invalid)
  })
})

/** Generates for each key its own value or an arbitrary one. */
function wild(definition: ModelDefinition): Record<string, fc.Arbitrary<unknown>> {
  const more = {
    ...definition,
    maxInput: 10,
    features: ['tools'],
    aliases: ['s'],
    formats: [],
    provider: 'p',
    status: 'active',
  }
  return Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.anything() }),
    ]),
  )
}
