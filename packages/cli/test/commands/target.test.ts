import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'

const agent = fixture('agent')
const chat = ['--session', fixture('chat.jsonl'), '--message', 'And now?']

interface Explained {
  readonly format: string
  readonly model: string
  readonly tokens: {
    readonly window: number
    readonly reserve: number
    readonly total: number
    readonly exact: boolean
  }
  readonly layers: Readonly<Record<string, { readonly got: number }>>
  readonly rows: readonly { readonly layer: string; readonly action: string }[]
  readonly truncated: boolean
}

async function explained(...options: readonly string[]): Promise<Explained & { readonly stderr: string }> {
  const { code, stdout, stderr } = await lamella(['explain', agent, ...chat, '--json', ...options])
  expect(code, stderr).toBe(0)
  return { ...JSON.parse(stdout), stderr }
}

describe('defaults derived from --model', () => {
  // Windows as published by the vendors.
  it.each([
    [[], 'openai-chat', 'gpt-5.6-sol', 1_050_000],
    [['--model', 'gpt-4.1'], 'openai-chat', 'gpt-4.1', 1_047_576],
    [['--model', 'claude-sonnet-4-5'], 'anthropic', 'claude-sonnet-4-5', 200_000],
    [['--model', 'gemini-2.5-pro'], 'gemini', 'gemini-2.5-pro', 1_048_576],
    [['--format', 'anthropic', '--model', 'claude-sonnet-4-5'], 'anthropic', 'claude-sonnet-4-5', 200_000],
    [['--format', 'openai-chat', '--model', 'claude-sonnet-4-5'], 'openai-chat', 'claude-sonnet-4-5', 200_000],
    [['--model', 'amazon.nova-lite-v1:0', '--window', '8k'], 'bedrock-converse', 'amazon.nova-lite-v1:0', 8_000],
    [
      ['--model', 'us.anthropic.claude-next-9', '--window', '8k'],
      'bedrock-converse',
      'us.anthropic.claude-next-9',
      8_000,
    ],
    [['--model', 'claude-sonnet-4-5', '--window', '8k'], 'anthropic', 'claude-sonnet-4-5', 8_000],
  ])('%j', async (options, format, model, window) => {
    const found = await explained(...options)
    expect(found).toMatchObject({ format, model, tokens: { window } })
  })

  it('are reported if they differ from the general default', async () => {
    const said = /^lamella: The format is anthropic, because the model is claude-sonnet-4-5; --format changes it\.\n$/
    expect((await explained('--model', 'claude-sonnet-4-5')).stderr).toMatch(said)
    expect((await explained('--model', 'claude-sonnet-4-5', '--format', 'anthropic')).stderr).toBe('')
    expect((await explained('--model', 'gpt-4.1')).stderr).toBe('')
  })

  it('say that a window is larger than the model has', async () => {
    const { stderr } = await explained('--model', 'gpt-4o', '--window', '900k')
    expect(stderr).toBe('lamella: The window of gpt-4o is 128,000 tokens, less than 900,000.\n')
    expect((await explained('--model', 'gpt-4o', '--window', '128k')).stderr).toBe('')
  })

  it('include the format, even for a new model of a known vendor', async () => {
    const found = await explained('--model', 'claude-next-9', '--window', '8k')
    expect(found).toMatchObject({ format: 'anthropic', tokens: { exact: false } })
  })

  it("include a larger reserve if the model's input limit is below its window", async () => {
    // gpt-5: a window of 400,000, of which 272,000 may be input.
    expect(await explained('--model', 'gpt-5')).toMatchObject({ tokens: { window: 400_000, reserve: 128_000 } })
    expect(await explained('--model', 'gpt-5', '--reserve', '1k')).toMatchObject({ tokens: { reserve: 1_000 } })
  })

  it('do not exist for an unknown model, whose window is required', async () => {
    const { code, stdout, stderr } = await lamella(['build', agent, '--model', 'qwen3', '--encoding', 'o200k_base'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error \[MODEL_UNKNOWN\].*\n {2}.*--window <tokens>/)
  })
})

describe('lamella explain --json', () => {
  it('prints the report as data, with every row', async () => {
    const found = await explained('--window', '150', '--reserve', '0')
    expect(found.truncated).toBe(true)
    expect(Object.keys(found.layers)).toEqual([
      'system',
      'bootstrap',
      'memory',
      'skills',
      'tools',
      'history',
      'message',
    ])
    const { stdout } = await lamella(['explain', agent, ...chat, '--window', '150', '--reserve', '0', '--rows', '1000'])
    expect(found.rows.length).toBe((stdout.match(/ (?:dropped|shortened|repaired) +window/g) ?? []).length)
    expect(found.rows.length).toBeGreaterThan(0)
  })
})

describe('skills', () => {
  it('are listed for a model with the tool that loads them', async () => {
    const body = async (...options: readonly string[]): Promise<string> =>
      (await lamella(['build', agent, '--message', 'Hi', '--tools', fixture('tools.json'), ...options])).stdout
    expect(await body()).not.toContain('sowing')
    expect(await body('--load-skills-with', 'weather')).toContain('sowing')
  })
})
