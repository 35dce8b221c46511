import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxFrontMatter, parseFrontMatter } from '../../src/skills/front-matter.ts'
import { linesOf, loadYaml } from '../../src/skills/yaml.ts'

describe('the lines that the library gets', () => {
  const line = fc.constantFrom('', ' ', '\t\u00a0', '#', '# note', '  # text', 'a: b', '  c', '\u2028', '\r')

  it('have no two blank lines or comments in a row, and all others with their places', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const kept = linesOf(lines.join('\n'))
        const isIdle = (text: string): boolean => text.trim() === '' || text.startsWith('#')
        expect(kept.some(({ line: text }, i) => isIdle(text) && isIdle(kept[i + 1]?.line ?? 'end'))).toBe(false)
        const told = kept.filter(({ line: text }) => !isIdle(text))
        expect(told.map(({ index }) => lines[index])).toEqual(told.map(({ line: text }) => text))
        expect(told).toHaveLength(lines.filter((text) => !isIdle(text)).length)
      }),
    )
  })

  it.each(['\n', ' \n', '\u2028', '\u2028\n', '#\n', '\t\n#\n'])(
    'are few for the longest front matter of %j: gray-matter takes quadratic time for them',
    (unit) => {
      const kept = linesOf(unit.repeat(maxFrontMatter / unit.length))
      expect(kept.length).toBeLessThanOrEqual(2)
      expect(kept.map(({ line: text }) => text).join('\n')).not.toMatch(/[\r\u2028\u2029]/)
    },
  )
})

describe('YAML', () => {
  it.each(['a,', ':,', '? a\n', '- \n', '|\n', 'a: b\n'])(
    'with more values than the library reads in time is not read: %j',
    async (unit) => {
      expect(await parseFrontMatter(`---\na: {${unit.repeat(maxFrontMatter / unit.length - 2)}\n---\n`)).toEqual({
        problem: 'its front matter has too many keys and values',
      })
    },
  )

  it('keeps scalars as text, and its keys are no options of a library', async () => {
    const read = await loadYaml()
    expect(read(linesOf('a: 007\nb: [true, ~]\nexcerpt_separator: {toString: x}\nsections: true'))).toEqual({
      values: { a: '007', b: ['true', '~'], excerpt_separator: { toString: 'x' }, sections: 'true' },
    })
  })

  it('is not ended by a line that only begins like the last one', async () => {
    expect(await parseFrontMatter('---\na: |\n  x\n---b: y\n---\nBody')).toMatchObject({
      data: { a: 'x\n', '---b': 'y' },
      body: 'Body',
    })
  })

  it('names the line in the file, whatever is left out before it', async () => {
    const text = `---\na: [x]\n${'# note\n\n'.repeat(10)}b: [\n---\n`
    expect(await parseFrontMatter(text)).toMatchObject({ problem: expect.stringContaining('in line 23 of the file') })
  })
})

describe('a front matter', () => {
  it(`of ${maxFrontMatter} characters is read, one of more is not`, async () => {
    const front = (length: number): string => `---\na: [x]\nb: ${'x'.repeat(length - 10)}\n---\nBody`
    expect(await parseFrontMatter(front(maxFrontMatter))).toMatchObject({ body: 'Body' })
    expect(await parseFrontMatter(front(maxFrontMatter + 1))).toEqual({
      problem: expect.stringContaining('65536 characters'),
    })
  })
})
