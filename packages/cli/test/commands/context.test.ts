import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { paletteFor } from '../../src/palette.ts'
import { widthOf } from '../../src/text/width.ts'
import { windowBarText } from '../../src/text/window-bar-text.ts'
import { fixture, lamella, type World } from '../support/lamella.ts'

const argv = [
  'context',
  fixture('agent'),
  '--session',
  fixture('chat.jsonl'),
  '--message',
  'And now?',
  '--window',
  '8k',
]
const context = async (world?: World, ...options: string[]): Promise<string> => {
  const { code, stdout, stderr } = await lamella([...argv, ...options], world)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
const numberOf = (text: string | undefined): number => Number(text?.replaceAll(',', ''))

describe('lamella context', () => {
  it('shows the bar, and each part with its tokens and its share', async () => {
    const [sum, , bar, , ...legend] = (await context()).trimEnd().split('\n')
    expect(sum).toMatch(/^\d+ of 8,000 tokens \(\d+ %\), gpt-5\.6-sol$/)
    expect(bar).toMatch(/^\[[A-Z0-9]+-+\.+\]$/)
    const rows = legend.map((line) => /^(.) (\S+) +([\d,]+) +([\d.]+) %$/.exec(line)?.slice(1) ?? [line])
    expect(rows.slice(-3).map(([letter, name]) => `${letter} ${name}`)).toEqual(['F framing', '- reserve', '. free'])
    expect(rows.reduce((total, [, , tokens]) => total + numberOf(tokens), 0)).toBe(8_000)
    // Each letter of the legend is in the bar, and the other way round.
    expect([...new Set(bar?.slice(1, -1))]).toEqual(rows.map(([letter]) => letter))
  })

  it.each([20, 40, 80, 200])('fits a terminal of %i columns', async (columns) => {
    const text = await context({ columns, terminal: true })
    const [, ...lines] = stripVTControlCharacters(text).split('\n')
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(Math.max(columns, 24))
  })

  it('has the same text with and without colours', async () => {
    const plain = await context()
    const painted = await context({ terminal: true })
    expect(painted).toContain('\u001b[')
    expect(stripVTControlCharacters(painted)).toBe(plain)
    expect(await context({ terminal: true, env: { NO_COLOR: '1' } })).toBe(plain)
  })

  it('names lines of the session that it cannot read', async () => {
    const { code, stderr } = await lamella(['context', fixture('agent'), '--session', fixture('broken.jsonl')])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^lamella: layer 'history': Line 2 .* \[SESSION_LINE_BROKEN\]\n$/)
  })

  it('prints the parts as JSON', async () => {
    const { format, model, tokens, parts } = JSON.parse(await context({}, '--json'))
    expect({ format, model, window: tokens.window }).toEqual({
      format: 'openai-chat',
      model: 'gpt-5.6-sol',
      window: 8_000,
    })
    const sum = (parts as { tokens: number }[]).reduce((total, one) => total + one.tokens, 0)
    expect(sum).toBe(8_000)
  })

  it('takes the window and the format from the model', async () => {
    const { stdout } = await lamella(['context', fixture('agent'), '--model', 'claude-opus-5-5', '--json'])
    const { format, tokens } = JSON.parse(stdout)
    expect(format).toBe('anthropic')
    expect(tokens.window).toBeGreaterThanOrEqual(200_000)
  })
})

describe('the bar', () => {
  const plain = paletteFor({ write: () => {} }, {})
  it('has a letter of its own for each of many layers, whatever their names', () => {
    const parts = Array.from({ length: 30 }, (_, index) => ({
      kind: 'layer' as const,
      name: index % 2 === 0 ? 'memory' : '日本\u202e',
      tokens: 10,
      share: 1 / 30,
    }))
    const [bar = '', , ...legend] = windowBarText(parts, plain, 80)
    expect(bar).toHaveLength(74)
    expect(new Set(bar.slice(1, -1)).size).toBe(30)
    expect(legend.join('')).not.toContain('\u202e')
  })
})
