import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolsSummary } from '../../src/prompt/tools-summary.ts'

const lines = (...descriptions: (string | undefined)[]): string[] =>
  toolsSummary(descriptions.map((description) => ({ name: 'tool', ...(description !== undefined && { description }) })))
    .split('\n')
    .slice(1)

describe('toolsSummary', () => {
  it('lists the tools, each with the first line of its description', () => {
    const inputSchema = { type: 'object' }
    const tools = [
      { name: 'read_file', description: 'Reads a file.\nPaths are relative.', inputSchema },
      { name: 'now', inputSchema },
    ]
    expect(toolsSummary(tools)).toBe('Available tools:\n- read_file: Reads a file.\n- now')
    expect(toolsSummary([])).toBe('')
  })

  it('uses the first non-empty line', () => {
    expect(lines('\n\n  Reads.\r\nMore', '\u0085Reads.\u2028More', ' \t\n')).toEqual([
      '- tool: Reads.',
      '- tool: Reads.',
      '- tool',
    ])
  })

  it('shortens a long line with a marker', () => {
    const [line = ''] = lines('x'.repeat(1_000_000))
    expect(line).toBe(`- tool: ${'x'.repeat(199)}…`)
  })

  it('has one line per tool, whatever the names and descriptions contain', () => {
    const hostile = fc.array(
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\r',
        '\v',
        '\f',
        '\u0085',
        '\u2028',
        '\u2029',
        '\0',
        '- rm: x',
        '\ud800',
        '\u001b[1m',
      ),
    )
    const text = hostile.map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(fc.record({ name: text, description: text })), (tools) => {
        const summary = toolsSummary(tools)
        const all = summary === '' ? [] : summary.split(/[\n\r\v\f\u0085\u2028\u2029]/)
        expect(all).toHaveLength(tools.length === 0 ? 0 : tools.length + 1)
        expect(all.slice(1).every((line) => line.startsWith('- '))).toBe(true)
        expect(summary).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})
