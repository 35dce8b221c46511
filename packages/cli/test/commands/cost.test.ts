import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

const claude = {
  model: 'claude-opus-5-5',
  usage: {
    input_tokens: 100_000,
    cache_read_input_tokens: 800_000,
    cache_creation_input_tokens: 100_000,
    output_tokens: 50_000,
  },
}
const openAI = { model: 'gpt-4o', usage: { prompt_tokens: 1_000_000, completion_tokens: 100_000 } }

/** Writes the lines of a log. */
async function logOf(...lines: readonly unknown[]): Promise<string> {
  const file = join(await tempFolder(), 'responses.jsonl')
  await writeFile(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

describe('lamella cost of a log', () => {
  it('prints what the responses of all providers cost, by model', async () => {
    // 0.4 + 0.16 + 0.5 + 1 for each of Claude's; 2.5 + 1.
    const { code, stdout, stderr } = await lamella(['cost', await logOf(claude, { response: claude }, openAI)])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        '3 requests, $7.62',
        '',
        'model            requests      input     cached  written   output   cost',
        'claude-opus-5-5         2  2,000,000  1,600,000  200,000  100,000  $4.12',
        'gpt-4o                  1  1,000,000          0        0  100,000  $3.50',
        '',
      ].join('\n'),
    )
  })

  it('reads standard input, and takes the model of responses without one, and the day', async () => {
    const stdin = [
      JSON.stringify({ usage: { promptTokenCount: 1_000_000, candidatesTokenCount: 0 } }).replace(
        'usage',
        'usageMetadata',
      ),
    ]
    const total = async (day: string): Promise<number> => {
      const { stdout } = await lamella(['cost', '-', '--model', 'gemini-4-argon', '--day', day, '--json'], { stdin })
      return JSON.parse(stdout).total
    }
    expect([await total('2026-11-30'), await total('2026-12-01')]).toEqual([2, 4])
  })

  it('names lines without a usage, and models without known prices', async () => {
    const { code, stdout, stderr } = await lamella([
      ...[
        'cost',
        await logOf(
          openAI,
          '{"torn',
          { model: 'house\u001b[31m', usage: { input: 1, output: 1 } },
          { usage: { input: 1, output: 1 } },
        ),
      ],
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('$3.50')
    expect(stdout).toMatch(/house \S*\s+1\s+1\s+0\s+0\s+1\s+unknown/)
    expect(stdout).not.toContain('\u001b')
    expect(stderr).toContain('1 line of')
    expect(stderr).toContain('no prices are known for')
    expect(stderr).toContain('requests without a model (--model)')
    expect(stderr).not.toContain('\u001b')
  })

  it('is an error for a file without any usage', async () => {
    const { code, stderr } = await lamella(['cost', await logOf({ model: 'gpt-4o' })])
    expect(code).toBe(2)
    expect(stderr).toContain('[USAGE_MISSING]')
  })

  it('is an error for a day that does not exist', async () => {
    const { code, stderr } = await lamella(['cost', await logOf(openAI), '--day', '2026-02-30'])
    expect(code).toBe(2)
    expect(stderr).toContain('Use a day')
  })
})

describe('lamella cost of a recording', () => {
  it('prints what the builds cost by model and layer, and the parts add up to the whole', async () => {
    const file = join(await tempFolder(), 'agent.jsonl')
    for (const message of ['Hello', 'And then?']) {
      const argv = [
        'build',
        fixture('agent'),
        '--session',
        fixture('chat.jsonl'),
        '--model',
        'gpt-4o',
        '--message',
        message,
      ]
      expect((await lamella([...argv, '--record', file])).code).toBe(0)
    }
    const { code, stdout } = await lamella(['cost', file, '--json'])
    expect(code).toBe(0)
    const { total, models, layers } = JSON.parse(stdout) as {
      readonly total: number
      readonly models: readonly {
        readonly model: string
        readonly requests: number
        readonly tokens: { readonly inputTokens: number }
      }[]
      readonly layers: readonly { readonly layer: string; readonly uncached: number; readonly cached: number }[]
    }
    expect(models).toMatchObject([{ model: 'gpt-4o', requests: 2 }])
    // Input of gpt-4o costs 2.5, and writing to the cache nothing more.
    expect(total).toBeCloseTo(((models[0]?.tokens.inputTokens ?? 0) * 2.5) / 1e6, 9)
    expect(layers.reduce((sum, { uncached }) => sum + uncached, 0)).toBeCloseTo(total, 9)
    expect(layers.map(({ layer }) => layer)).toEqual(expect.arrayContaining(['history', '(framing)']))
    expect((await lamella(['cost', file])).stdout).toMatch(
      /^2 requests, \$0\.0\d+\n\nmodel .*\n.*\n\nlayer +without a cache +with one\n/,
    )
  })
})
