import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findModel, getModel, getModelLimits, listModels, supportsFeature, tableDate } from '@lamella/models'
import { describe, expect, it } from 'vitest'
import { tableSource } from '../src/table.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const hasPackage = existsSync(here('../node_modules/llm-zoo'))
if (!hasPackage) console.log('skipped: the table of models beside its source, since llm-zoo is not installed')

const models = listModels()

describe('the model table', () => {
  it.skipIf(!hasPackage)(
    'matches what the generator writes for the installed package, as does the page of differences',
    () => {
      const output = execFileSync(process.execPath, [here('../scripts/generate.mjs'), '--check'], { encoding: 'utf8' })
      expect(output).toContain(`${models.length} models`)
    },
  )

  it('states its source package and date', () => {
    expect(tableSource).toMatch(/^llm-zoo@\d+\.\d+\.\d+$/)
    expect(tableDate).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  it('has more than a hundred models from ten vendors', () => {
    expect(models.length).toBeGreaterThan(100)
    expect(new Set(models.map(({ provider }) => provider)).size).toBe(10)
  })

  it.each(models)('has plausible numbers for $id', (model) => {
    const { contextWindow: window, maxOutput: output, maxInput: input = window, cacheMinimum } = model
    for (const size of [window, output, input]) expect(Number.isSafeInteger(size)).toBe(true)
    expect(window).toBeGreaterThanOrEqual(8_192)
    expect(window).toBeLessThanOrEqual(2_097_152)
    expect(output).toBeGreaterThanOrEqual(4_096)
    expect(output).toBeLessThanOrEqual(window)
    expect(input).toBeLessThanOrEqual(window)
    // If the input has its own limit, the rest of the window is for the output.
    if (model.maxInput !== undefined) expect(input + output).toBe(window)
    if (cacheMinimum !== undefined) expect([512, 1_024, 2_048, 4_096]).toContain(cacheMinimum)
  })

  it.each(models)('has consistent fields for $id', (model) => {
    const has = (feature: (typeof model.features)[number]): boolean => model.features.includes(feature)
    expect(new Set(model.features).size).toBe(model.features.length)
    expect(model.features).not.toContain(undefined)
    if (model.thinking !== undefined) expect(has('thinking')).toBe(true)
    if (model.cacheMinimum !== undefined) expect(has('caching')).toBe(true)
    if (model.retires !== undefined) expect(model.status).toBe(model.retires <= tableDate ? 'retired' : 'deprecated')
    expect(model.formats.length).toBeGreaterThan(0)
    expect(model.family).toMatch(/^[a-z][a-z0-9.-]+$/)
  })

  it('is shared by all callers and immutable', () => {
    const model = getModel('gpt-4o')
    expect(getModel('gpt-4o')).toBe(model)
    for (const part of [model, model.features, model.aliases, model.formats]) expect(Object.isFrozen(part)).toBe(true)
    Array.prototype.splice.call(listModels(), 0, 10)
    expect(listModels()).toEqual(models)
  })
})

describe("numbers copied by hand from the vendors' pages", () => {
  it.each([
    // https://platform.claude.com/docs/en/about-claude/models/overview
    ['claude-opus-5-5', 1_000_000, 128_000],
    ['claude-sonnet-5-5', 1_000_000, 128_000],
    ['claude-haiku-5-5', 1_000_000, 128_000],
    ['claude-haiku-4-5', 200_000, 64_000],
    // https://developers.openai.com/api/docs/models/gpt-6.2-sol
    ['gpt-6.2-sol', 1_050_000, 128_000],
    // https://developers.openai.com/api/docs/models/gpt-5
    ['gpt-5', 400_000, 128_000],
    // https://developers.openai.com/api/docs/models/gpt-4.1
    ['gpt-4.1-mini', 1_047_576, 32_768],
    // https://ai.google.dev/gemini-api/docs/models/gemini-3.8-flash
    ['gemini-3.8-flash', 1_048_576, 65_536],
    // https://ai.google.dev/gemini-api/docs/models/gemini-2.0-flash
    ['gemini-2.0-flash', 1_048_576, 8_192],
  ])('%s has a window of %d and an output of %d', (name, window, output) => {
    expect(getModelLimits(name)).toMatchObject({ contextWindow: window, maxOutput: output })
  })

  it.each([
    ['gpt-6.2-sol', 922_000],
    ['gpt-5', 272_000],
    ['gpt-4o', 128_000],
    ['claude-opus-5-5', 1_000_000],
  ])('%s has an input limit of %d', (name, input) => {
    expect(getModelLimits(name).maxInput).toBe(input)
  })

  it.each([
    // https://platform.claude.com/docs/en/build-with-claude/prompt-caching#cache-limitations
    ['claude-opus-5-5', 512],
    ['claude-haiku-5-5', 512],
    ['claude-sonnet-5', 1_024],
    ['claude-opus-4-8', 1_024],
    ['claude-opus-4-7', 2_048],
    ['claude-opus-4-6', 4_096],
    ['claude-haiku-4-5', 4_096],
    // https://developers.openai.com/api/docs/guides/prompt-caching
    ['gpt-5.6-sol', 1_024],
    // https://ai.google.dev/gemini-api/docs/caching
    ['gemini-4-argon', 4_096],
    ['gemini-2.5-pro', 2_048],
  ])('the cache of %s starts at %d tokens', (name, minimum) => {
    expect(getModel(name).cacheMinimum).toBe(minimum)
  })

  it.each([
    // https://github.com/openai/tiktoken/blob/main/tiktoken/model.py
    ['gpt-4o', 'o200k_base'],
    ['gpt-5.6-luna', 'o200k_base'],
    ['o3', 'o200k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-3.5-turbo', 'cl100k_base'],
    ['gpt-oss-20b', 'o200k_harmony'],
    ['gpt-6-luna', undefined],
    ['claude-opus-5-5', undefined],
  ])('%s uses the encoding %s', (name, encoding) => {
    expect(getModel(name).encoding).toBe(encoding)
  })
})

describe('twelve models that many programs still use', () => {
  it.each([
    ['claude-3-7-sonnet', 200_000, 64_000, 'anthropic'],
    ['claude-3-5-sonnet', 200_000, 8_192, 'anthropic'],
    ['claude-3-opus', 200_000, 4_096, 'anthropic'],
    ['claude-3-haiku', 200_000, 4_096, 'anthropic'],
    ['gpt-4o', 128_000, 16_384, 'openai'],
    ['gpt-4o-mini', 128_000, 16_384, 'openai'],
    ['gpt-4-turbo', 128_000, 4_096, 'openai'],
    ['gpt-4', 8_192, 8_192, 'openai'],
    ['gpt-3.5-turbo', 16_385, 4_096, 'openai'],
    ['gemini-2.0-flash', 1_048_576, 8_192, 'google'],
    ['gemini-1.5-pro', 2_097_152, 8_192, 'google'],
    ['gemini-1.5-flash', 1_048_576, 8_192, 'google'],
  ])('%s: %d, %d, %s', (name, window, output, provider) => {
    expect(getModel(name)).toMatchObject({ id: name, contextWindow: window, maxOutput: output, provider })
    expect(supportsFeature(name, 'tools')).toBe(true)
    expect(getModelLimits(name).supportsTools).toBe(true)
  })

  it('have the right vision and thinking support', () => {
    expect(supportsFeature('gpt-4o', 'vision')).toBe(true)
    expect(supportsFeature('gpt-4', 'vision')).toBe(false)
    expect(supportsFeature('claude-3-7-sonnet', 'thinking')).toBe(true)
    expect(supportsFeature('claude-3-5-sonnet', 'thinking')).toBe(false)
    expect(getModel('claude-3-7-sonnet').thinking).toBe('budget')
  })
})

describe('supportsFeature', () => {
  it('rejects an unknown feature, so that a typo does not count as false', () => {
    const code = { code: 'OPTION_INVALID' }
    expect(() => supportsFeature('gpt-4o', 'visoin' as 'vision')).toThrow(expect.objectContaining(code))
    expect(() => supportsFeature('gpt-4o', '__proto__' as 'vision')).toThrow(expect.objectContaining(code))
    expect(() => supportsFeature('gpt-4o', undefined as unknown as 'vision')).toThrow(expect.objectContaining(code))
  })
})

describe('listModels', () => {
  it('returns the models that match every condition', () => {
    const found = listModels({
      provider: 'anthropic',
      status: 'active',
      features: ['thinking', 'vision'],
      contextWindow: 500_000,
    })
    const byHand = models.filter(
      (model) =>
        model.provider === 'anthropic' &&
        model.status === 'active' &&
        model.features.includes('thinking') &&
        model.features.includes('vision') &&
        model.contextWindow >= 500_000,
    )
    expect(found).toEqual(byHand)
    expect(found.map(({ id }) => id)).toContain('claude-opus-5-5')
  })

  it('filters by family', () => {
    const ids = listModels({ family: 'gpt-4o' }).map(({ id }) => id)
    expect(ids).toContain('gpt-4o-mini')
    expect(ids.every((id) => id.includes('gpt-4o'))).toBe(true)
  })

  it.each([{ vendor: 'openai' }, { status: 'old' }, { features: ['sight'] }, { contextWindow: -1 }])(
    'rejects %o',
    (filter) => {
      expect(() => listModels(filter as object)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    },
  )

  it('lists only models that can be found', () => {
    expect(models.map(({ id }) => findModel(id))).toEqual(models)
  })
})
