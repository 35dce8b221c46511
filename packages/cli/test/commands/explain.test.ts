import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'

const roomy = [
  'explain',
  fixture('agent'),
  '--session',
  fixture('chat.jsonl'),
  '--message',
  'And now?',
  '--window',
  '8k',
]
const tight = [...roomy.slice(0, -1), '150', '--reserve', '0']

describe('lamella explain', () => {
  it('prints how the tokens are used, one line per layer', async () => {
    const { code, stdout, stderr } = await lamella(roomy)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+ of 8,000 tokens/)
    for (const layer of ['system', 'bootstrap', 'memory', 'skills', 'tools', 'history', 'message']) {
      expect(stdout).toMatch(new RegExp(`^${layer} +\\d+ +\\d+`, 'm'))
    }
  })

  it('reserves 4,000 tokens for the answer, or a quarter of a small window, or the given number', async () => {
    const reserve = async (...options: readonly string[]): Promise<string | undefined> => {
      const { stdout } = await lamella([...roomy, ...options])
      return /(?:reserved )?([\d,]+)(?: kept for the answer)?[,;] (?:free [\d,]+|[\d,]+ free)/.exec(stdout)?.[1]
    }
    expect(await reserve()).toBe('2,000')
    expect(await reserve('--window', '128_000')).toBe('4,000')
    expect(await reserve('--reserve', '0')).toBe('0')
  })

  it('lists the shortened and dropped parts, up to the given number of rows', async () => {
    const { stdout } = await lamella(tight)
    expect(stdout).toMatch(/(dropped|shortened) +window/)
    expect((await lamella([...tight, '--rows', '1'])).stdout).toMatch(/^and \d+ more$/m)
  })

  it('prints an approximate count, marked as such, for a model whose encoding is unknown', async () => {
    const { stdout } = await lamella([...roomy, '--model', 'qwen3', '--encoding', 'cl100k_base'])
    expect(stdout).toMatch(/^about \d+ of 8,000 tokens/)
  })

  it('uses colours on a terminal, and prints the same text without them', async () => {
    const plain = (await lamella(tight)).stdout
    const painted = (await lamella(tight, { terminal: true })).stdout
    expect(painted).toContain('\u001b[')
    expect(stripVTControlCharacters(painted)).toBe(plain)
    expect((await lamella(tight, { terminal: true, env: { NO_COLOR: '1' } })).stdout).toBe(plain)
    expect((await lamella(tight, { terminal: true, env: { TERM: 'dumb' } })).stdout).toBe(plain)
  })
})
