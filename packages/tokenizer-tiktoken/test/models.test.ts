import { isLamellaError } from '@lamella/core'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, expect, it } from 'vitest'

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['o200k_base', ['gpt-4o', 'gpt-4o-mini', 'gpt-4o-2024-08-06', 'gpt-4.1', 'gpt-4.1-nano-2025-04-14', 'gpt-5']],
  [
    'o200k_base',
    [
      'gpt-5-mini',
      'gpt-5.1',
      'gpt-5-codex',
      'gpt-5-2025-08-07',
      'o1',
      'o1-pro',
      'o3',
      'o3-mini',
      'o4-mini',
      'openai/gpt-4o',
      'azure/gpt-4o',
    ],
  ],
  ['o200k_base', ['chatgpt-4o-latest', 'ft:gpt-4o-mini-2024-07-18:acme::abc123']],
  ['o200k_harmony', ['gpt-oss-20b', 'gpt-oss-120b', 'openai/gpt-oss-120b']],
  ['cl100k_base', ['gpt-4', 'gpt-4-0613', 'gpt-4-turbo-2024-04-09', 'gpt-3.5-turbo', 'gpt-35-turbo']],
  ['cl100k_base', ['ft:gpt-3.5-turbo:acme::abc123', 'text-embedding-3-small']],
  ['p50k_base', ['text-davinci-003', 'text-davinci-002', 'code-davinci-002']],
  ['p50k_edit', ['text-davinci-edit-001', 'code-davinci-edit-001']],
  ['r50k_base', ['text-davinci-001', 'davinci', 'gpt2']],
]

describe('models', () => {
  it.each(cases)('%s is the encoding of %j', async (encoding, models) => {
    for (const model of models) expect(await createTokenizer(model)).toMatchObject({ encoding, exact: true })
  })

  it('rejects an unknown model and suggests a similar name', async () => {
    await expect(createTokenizer('gtp-4o')).rejects.toThrow(/'gtp-4o' is unknown\. Did you mean 'gpt-4o'\?/)
  })

  it('suggests up to three similar names and a fix', async () => {
    await expect(createTokenizer('gpt-4q')).rejects.toMatchObject({
      details: { model: 'gpt-4q', near: ['gpt-4o', 'gpt-4', 'gpt-5'] },
      fix: expect.stringContaining("{ fallback: 'o200k_base' }"),
    })
    await expect(createTokenizer('something of mine')).rejects.toMatchObject({ details: { near: [] } })
  })

  it.each(['', 'claude-3-7-sonnet', 'gpt', 'o2', 'gpt-6', 'toString', 'constructor', '__proto__'])(
    'rejects %j rather than guess',
    async (model) => {
      await expect(createTokenizer(model)).rejects.toSatisfy((error) => isLamellaError(error, 'MODEL_UNKNOWN'))
    },
  )

  it('rejects a model that is not text', async () => {
    await expect(createTokenizer(undefined as unknown as string)).rejects.toSatisfy((error) =>
      isLamellaError(error, 'MODEL_UNKNOWN'),
    )
  })
})
