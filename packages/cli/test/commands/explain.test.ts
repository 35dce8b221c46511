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
  it('prints where the tokens went, a line a layer', async () => {
    const { code, stdout, stderr } = await lamella(roomy)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+ of 8,000 tokens/)
    for (const layer of ['system', 'bootstrap', 'memory', 'skills', 'tools', 'history', 'message']) {
      expect(stdout).toMatch(new RegExp(`^${layer} +\\d+ +\\d+`, 'm'))
    }
  })

  it('keeps 4,000 tokens for the answer, or a quarter of a small window, or what it is told', async () => {
    const reserve = async (...options: readonly string[]): Promise<string | undefined> => {
      const { stdout } = await lamella([...roomy, ...options])
      return /(?:reserved )?([\d,]+)(?: kept for the answer)?[,;] (?:free [\d,]+|[\d,]+ free)/.exec(stdout)?.[1]
    }
    expect(await reserve()).toBe('2,000')
    expect(await reserve('--window', '128_000')).toBe('4,000')
    expect(await reserve('--reserve', '0')).toBe('0')
  })

  it('lists what was shortened and dropped, as many rows as it is told', async () => {
    const { stdout } = await lamella(tight)
    expect(stdout).toMatch(/(dropped|shortened) +window/)
    expect((await lamella([...tight, '--rows', '1'])).stdout).toMatch(/^and \d+ more$/m)
  })

  it('is about right, and says so, for a model whose encoding is not known', async () => {
    const { stdout } = await lamella([...roomy, '--model', 'qwen3', '--encoding', 'cl100k_base'])
    expect(stdout).toMatch(/^about \d+ of 8,000 tokens/)
  })

  it('has colours on a terminal, and the same text without them', async () => {
    const plain = (await lamella(tight)).stdout
    const painted = (await lamella(tight, { terminal: true })).stdout
    expect(painted).toContain('\u001b[')
    expect(stripVTControlCharacters(painted)).toBe(plain)
    expect((await lamella(tight, { terminal: true, env: { NO_COLOR: '1' } })).stdout).toBe(plain)
    expect((await lamella(tight, { terminal: true, env: { TERM: 'dumb' } })).stdout).toBe(plain)
  })
})
