import { isLamellaError } from '@lamella/core'
import {
  createModels,
  findModel,
  getModel,
  getModelLimits,
  listModels,
  platformOf,
  supportsFeature,
} from '@lamella/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'

const models = listModels()
const names = models.flatMap(({ id, aliases }) => [id, ...aliases])

describe('findModel', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
    ['claude-sonnet-4-0', 'claude-sonnet-4'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['gpt-35-turbo', 'gpt-3.5-turbo'],
    ['gpt-5.6', 'gpt-5.6-sol'],
    ['gemini-1.5-pro-002', 'gemini-1.5-pro'],
    ['GPT-4o', 'gpt-4o'],
    [' gpt-4o\n', 'gpt-4o'],
    ['minimax-m3', 'MiniMax-M3'],
    ['openai/gpt-4o', 'gpt-4o'],
    ['OpenAI/GPT-4o', 'gpt-4o'],
    ['openai:gpt-4o', 'gpt-4o'],
    ['azure/gpt-4o', 'gpt-4o'],
    // As registries of providers write them (AI SDK, LangChain).
    ['azure:gpt-4o', 'gpt-4o'],
    ['vertex:gemini-2.5-pro', 'gemini-2.5-pro'],
    ['bedrock:us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['openrouter:anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['x-ai/grok-4.7', 'grok-4.7'],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['gemini/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['vertex_ai/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['publishers/google/models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['projects/p-1/locations/us-central1/publishers/google/models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['openrouter/anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['anthropic/claude-3.7-sonnet', 'claude-3-7-sonnet'],
    ['anthropic.claude-3-haiku-20240307-v1:0', 'claude-3-haiku'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['bedrock/eu.anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
    ['sa.anthropic.claude-opus-5-5', 'claude-opus-5-5'],
    ['anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
    ['anthropic.claude-opus-5-5', 'claude-opus-5-5'],
    ['openai.gpt-oss-120b-1:0', 'gpt-oss-120b'],
    ['arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-3-haiku-20240307-v1:0', 'claude-3-haiku'],
    ['arn:aws:bedrock:us-east-1:1234:inference-profile/us.anthropic.claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
    ['claude-opus-5-5@default', 'claude-opus-5-5'],
    ['ft:gpt-4o:acme::abc123', 'gpt-4o'],
    ['ft:gpt-4o-mini-2024-07-18:acme:bot:abc123', 'gpt-4o-mini'],
    ['openai/ft:gpt-4o:acme::abc', undefined],
  ])('resolves %j to %s', (name, id) => {
    expect(findModel(name)?.id).toBe(id)
  })

  it.each([
    'openai/claude-opus-5-5', // a provider that does not make the model
    'anthropic.gpt-4o',
    'openai/anthropic.claude-opus-5-5',
    'groq/gpt-4o', // a platform with its own limits
    'github-copilot/gpt-4o',
    'acme/openai/gpt-4o',
    'openai/acme/gpt-4o',
    `${' '.repeat(200)}gpt-4o`, // longer than any name
    'gpt-4o-2031-01-01', // a version that is not in the table
    'claude-opus-5-5-latest',
    'gpt-4o-latest',
    'gpt-4oo',
    'gpt',
    '4o',
    'gpt-4o/',
    '/gpt-4o/x',
    'ft:',
    'ft:gpt-4o',
    'arn:aws:bedrock:us-east-1:1:application-inference-profile/abcdef',
    'claude-sonnet-4-5@20250929@20250929',
    '',
    ' ',
    '/',
    ':',
    '@',
    '.',
    '__proto__',
    'constructor',
    'toString',
    'openai/__proto__',
    '__proto__/gpt-4o',
    'constructor.gpt-4o',
    '\ud83d',
    'gpt-4o\ud83d',
    'gpt-4o\0',
  ])('finds no model for %j', (name) => {
    expect(findModel(name)).toBeUndefined()
    expect(() => getModel(name)).toThrow(expect.objectContaining({ code: 'MODEL_UNKNOWN' }))
  })

  it.each([undefined, null, 4, {}, [], ['gpt-4o'], Symbol('gpt-4o')])(
    'finds no model for a value that is not text: %s',
    (value) => {
      const name = value as unknown as string
      expect(findModel(name)).toBeUndefined()
      for (const ask of [getModel, getModelLimits, (one: string) => supportsFeature(one, 'tools')]) {
        expect(() => ask(name)).toThrow(expect.objectContaining({ code: 'MODEL_UNKNOWN', details: expect.anything() }))
      }
    },
  )

  it('resolves every name in the table to exactly one model', () => {
    const keys = names.map((name) => name.toLowerCase())
    expect(new Set(keys).size).toBe(keys.length)
    for (const model of models) {
      for (const name of [model.id, ...model.aliases]) expect(findModel(name)).toBe(model)
    }
  })

  it('ignores case, the provider prefix and additions by platforms', () => {
    const cased = fc.constantFrom(...models).chain((model) => {
      const name = fc.constantFrom(model.id, ...model.aliases)
      return fc.record({
        model: fc.constant(model),
        name: fc
          .tuple(name, fc.infiniteStream(fc.boolean()))
          .map(([text, flips]) =>
            Array.from(text, (letter) => (flips.next().value ? letter.toUpperCase() : letter.toLowerCase())).join(''),
          ),
      })
    })
    const around = fc.constantFrom<(name: string, provider: string) => string>(
      (name) => name,
      (name) => `  ${name}\t`,
      (name, provider) => `${provider}/${name}`,
      (name, provider) => `${provider}:${name}`,
      (name, provider) => `openrouter/${provider}/${name}`,
      (name, provider) => `${provider}.${name}-v1:0`,
      (name, provider) => `us.${provider}.${name}`,
      (name) => `ft:${name}:acme::id`,
      (name) => `azure/${name}`,
    )
    fc.assert(
      fc.property(cased, around, ({ model, name }, put) => {
        expect(findModel(put(name, model.provider))).toBe(model)
      }),
      { numRuns: 3_000 },
    )
  })

  it('finds no model under the prefix of another provider', () => {
    const providers = [...new Set(models.map(({ provider }) => provider))]
    fc.assert(
      fc.property(fc.constantFrom(...models), fc.constantFrom(...providers), (model, provider) => {
        const found = findModel(`${provider}/${model.id}`)
        expect(found).toBe(provider === model.provider ? model : undefined)
      }),
      { numRuns: 1_000 },
    )
  })

  it('finds a model only if the text contains one of its names', () => {
    const known = new Set(names.map((name) => name.toLowerCase()))
    const piece = fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom(
        'openai',
        'anthropic',
        'us',
        'models',
        '/',
        ':',
        '.',
        '@',
        '-v1:0',
        'ft:',
        '-latest',
        '__proto__',
        ' ',
      ),
      fc.string({ unit: codePoint, maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const name = pieces.join('')
        const found = findModel(name)
        if (found === undefined) return
        const inside = [...known].some((one) =>
          name.toLowerCase().replaceAll('.', '-').includes(one.replaceAll('.', '-')),
        )
        expect(inside || name.includes('@')).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['one letter', 'a'.repeat(1_000_000)],
    ['slashes', '/'.repeat(1_000_000)],
    ['a known name again and again', 'gpt-4o/'.repeat(150_000)],
    ['digits and dots', `claude-${'1.'.repeat(500_000)}`],
    ['lone surrogates', '\ud800'.repeat(1_000_000)],
  ])('rejects a name of a million characters at once: %s', (_, name) => {
    expect(findModel(name)).toBeUndefined()
    const error = caught(() => getModel(name))
    expect(error.message.length).toBeLessThan(1_000)
    expect(error.message).not.toMatch(/\p{Surrogate}/u)
  })
})

describe('MODEL_UNKNOWN', () => {
  it.each([
    ['gpt4o', 'gpt-4o'],
    ['claude-3-7-sonet', 'claude-3-7-sonnet'],
    ['openai/gpt-4o-minni', 'gpt-4o-mini'],
    ['anthropic.claude-opus-5.5x', 'claude-opus-5-5'],
    ['gemini-3.8-flsh', 'gemini-3.8-flash'],
  ])('suggests a similar name for %s', (name, meant) => {
    const { message, details } = caught(() => getModel(name))
    expect(message).toContain(`Did you mean '${meant}'`)
    expect(details.near[0]).toBe(meant)
    expect(details.near.length).toBeLessThanOrEqual(3)
    expect(details.model).toBe(name)
  })

  it('suggests nothing if no name is similar, and says what to do', () => {
    const { message, details } = caught(() => getModel('the-house-model-of-2031'))
    expect(message).not.toContain('Did you mean')
    expect(message).toContain('createModels([{ id, contextWindow, maxOutput }])')
    expect(details.near).toEqual([])
    expect(details.known).toContain('gpt-4o')
  })

  it('escapes characters that cannot be displayed', () => {
    expect(caught(() => getModel('\ud83d"x')).message).toContain('There is no model "\\ud83d\\"x".')
  })

  it('lists no known names for an empty set', () => {
    const { details } = caught(() => createModels([], { builtIn: false }).getModel('gpt-4o'))
    expect(details.known).toEqual([])
  })
})

interface Unknown extends Error {
  readonly details: { readonly model: unknown; readonly known: readonly string[]; readonly near: readonly string[] }
}

function caught(act: () => unknown): Unknown {
  try {
    act()
  } catch (error) {
    if (isLamellaError(error, 'MODEL_UNKNOWN')) return error as unknown as Unknown
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('platformOf', () => {
  // docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html; promptfoo/promptfoo#10589 (Grok), earendil-works/pi#1505 (Kimi).
  it.each([
    'us.xai.grok-4.7',
    'moonshotai.kimi-k2.6',
    'zai.glm-5.3',
    'google.gemma-3-4b-it',
    'us-gov.anthropic.claude-haiku-4-5',
    'deepseek.r1-v1:0',
  ])('tells Bedrock by the vendor before a dot: %s', (name) => {
    expect(platformOf(name)).toBe('bedrock')
  })

  it.each([
    ['bedrock/claude-haiku-4-5', 'bedrock'],
    ['bedrock:us.anthropic.claude-opus-5-5', 'bedrock'],
    ['vertex_ai/claude-opus-5-5', 'vertex'],
    ['vertex:claude-opus-5-5', 'vertex'],
    ['google-vertex/gemini-2.5-pro', 'vertex'],
    ['claude-opus-5-5@default', 'vertex'],
    [' publishers/anthropic/models/claude-opus-5-5 ', 'vertex'],
    ['openrouter/anthropic/claude-opus-5.5', undefined],
    ['azure/gpt-4o', undefined],
    [null, undefined],
  ])('tells the platform by its prefix, or by what it adds: %s', (name, platform) => {
    expect(platformOf(name as string)).toBe(platform)
  })

  it.each([...names, 'qwen2.5-coder', 'deepseek-v3.1-terminus', 'Qwen/Qwen3.8-27B', 'gemma-3-27b-it-Q4_K_M.gguf'])(
    'tells nothing by the dot of a version: %s',
    (name) => {
      expect(platformOf(name)).toBe(undefined)
    },
  )
})
