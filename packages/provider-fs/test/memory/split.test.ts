import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeBlocks } from '../../src/memory/split.ts'

const splitMemory = (text: string) => placeBlocks(text).blocks.map(({ block }) => block)

const texts = (markdown: string): readonly string[] => splitMemory(markdown).map(({ text }) => text)

describe('block boundaries', () => {
  it('creates a block from each list item and each paragraph, with the headings above it', () => {
    const markdown = '# Work\n\nIntro line.\nSecond line.\n\n## Launch\n- First\n- Second\n\n# Home\n1. One\n2) Two\n'
    expect(splitMemory(markdown)).toEqual([
      { path: ['Work'], text: 'Intro line.\nSecond line.', tags: [] },
      { path: ['Work', 'Launch'], text: 'First', tags: [] },
      { path: ['Work', 'Launch'], text: 'Second', tags: [] },
      { path: ['Home'], text: '1. One', tags: [] },
      { path: ['Home'], text: '2) Two', tags: [] },
    ])
  })

  it('keeps nested and continuation lines with their item', () => {
    const markdown = '- Trip\n  - Flight\n    - Seat\n  more\n\n  A paragraph of it.\n- Next\nlazy line\n\nNot of it.'
    expect(texts(markdown)).toEqual([
      'Trip\n- Flight\n  - Seat\nmore\n\nA paragraph of it.',
      'Next\nlazy line',
      'Not of it.',
    ])
  })

  it('creates a block from a heading with nothing below it', () => {
    expect(splitMemory('# A\n## B\n# C\ntext\n## D')).toEqual([
      { path: ['A', 'B'], text: '', tags: [] },
      { path: ['C'], text: 'text', tags: [] },
      { path: ['C', 'D'], text: '', tags: [] },
    ])
  })

  it('repeats only the beginning of a very long heading, but keeps the whole heading once', () => {
    const long = 'word '.repeat(100).trim()
    const [own, first, second] = splitMemory(`# A\n## ${long}\n- one\n- two`)
    expect(own).toEqual({ path: ['A', long], text: '', tags: [] })
    expect(first?.path[1]?.length).toBeLessThanOrEqual(160)
    expect(second).toEqual({ path: first?.path, text: 'two', tags: [] })
  })

  it('recognizes closed and underlined headings, but no headings in hashtags, and leaves out front matter', () => {
    const markdown = '---\ntitle: x\n---\n\nMain\n====\n\nPart\n---\n\n### Deep ##\n#tag\n\n# C#\ntext'
    expect(splitMemory(markdown)).toEqual([
      { path: ['Main', 'Part', 'Deep'], text: '#tag', tags: [] },
      { path: ['C#'], text: 'text', tags: [] },
    ])
  })

  it('keeps what only resembles front matter', () => {
    expect(texts('---\nAnna decides: she leads.\n---\n- a')).toEqual(['Anna decides: she leads.', 'a'])
    expect(texts('- a\n\n---\ntitle: x\n---')).toEqual(['a', 'title: x'])
  })

  it('takes a tab as an indent up to the next fourth column', () => {
    expect(texts('- a\n\t- b\n\t\t- c\n- d')).toEqual(['a\n  - b\n  \t- c', 'd'])
    expect(texts('1. a\n\n\tmore\n2. b')).toEqual(['1. a\n\n more', '2. b'])
    expect(texts('\t- a\n\t- b')).toEqual(['a', 'b'])
    expect(texts('- a\n \t- b')).toEqual(['a\n  - b'])
  })

  it.each(['```', '~~~~', '  ```js'])('never splits a code fence that begins with %j', (fence) => {
    const code = `${fence}\n# not a heading\n\n- not an item <!-- importance: 9 -->\n${fence.trim().replace(/\w/g, '')}`
    expect(splitMemory(`before\n\n${code}\n\nafter`)).toEqual([
      { path: [], text: 'before', tags: [] },
      { path: [], text: code, tags: [] },
      { path: [], text: 'after', tags: [] },
    ])
    expect(texts(`- item\n${code}`)).toHaveLength(1)
  })

  it('keeps an unclosed fence, or a multi-line comment, in one block', () => {
    expect(texts('- a\n```\n- b\n\n# c')).toEqual(['a\n```\n- b\n\n# c'])
    expect(texts('<!--\n- a\n\n- b\n-->\n\n- c')).toEqual(['<!--\n- a\n\n- b\n-->', 'c'])
    expect(texts('- ```js\n  - x\n\n  ```\n- b')).toEqual(['```js\n- x\n\n```', 'b'])
  })

  it('returns no blocks for a file without content', () => {
    for (const markdown of ['', '\n\n  \n', '---\n***\n___', '-\n*\n', '<!-- importance: 5 -->']) {
      expect(splitMemory(markdown)).toEqual([])
    }
  })
})

describe('annotations', () => {
  it('removes importance, triggers and project from the text', () => {
    const line = '- Anna likes tea <!-- importance: 8 --> a lot <!-- Trigger: drink, tea --> <!-- project: a/b -->'
    expect(splitMemory(line)).toEqual([
      { path: [], text: 'Anna likes tea a lot', importance: 8, tags: ['drink', 'tea', 'project:a/b'] },
    ])
  })

  it('apply to the block that contains them, or to the next one if they are on their own line', () => {
    const markdown = '- a\n  <!-- importance: 2 -->\n- b\n\n<!-- importance: 3 -->\n<!-- triggers: x -->\n\nc\n\nd'
    expect(splitMemory(markdown)).toEqual([
      { path: [], text: 'a', importance: 2, tags: [] },
      { path: [], text: 'b', tags: [] },
      { path: [], text: 'c', importance: 3, tags: ['x'] },
      { path: [], text: 'd', tags: [] },
    ])
  })

  it('apply from a heading to everything below it, unless overridden', () => {
    const markdown =
      '# A <!-- importance: 9 --> <!-- trigger: a -->\n- one\n- two <!-- importance: 1 --> <!-- trigger: b -->\n# B\n- three'
    expect(splitMemory(markdown)).toEqual([
      { path: ['A'], text: 'one', importance: 9, tags: ['a'] },
      { path: ['A'], text: 'two', importance: 1, tags: ['a', 'b'] },
      { path: ['B'], text: 'three', tags: [] },
    ])
  })

  it('clamps importance to 1 to 10, and leaves other comments in the text', () => {
    const markdown =
      '- a <!-- importance: 99 -->\n- b <!-- importance: -1 -->\n- c <!-- importance: high -->\n- d <!-- note -->'
    expect(splitMemory(markdown)).toEqual([
      { path: [], text: 'a', importance: 10, tags: [] },
      { path: [], text: 'b', importance: 1, tags: [] },
      { path: [], text: 'c <!-- importance: high -->', tags: [] },
      { path: [], text: 'd <!-- note -->', tags: [] },
    ])
  })
})

describe('any file', () => {
  const word = fc.integer({ min: 0, max: 1e9 }).map((n) => `w${n}w`)
  const line = fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    fc
      .tuple(fc.constantFrom('', ' ', '  ', '    ', '\t'), fc.constantFrom('- ', '* ', '1. ', '', '> ', '- - '), word)
      .map((p) => p.join('')),
    fc.constantFrom(
      '```',
      '~~~',
      '  ```',
      '---',
      '===',
      '***',
      '<!--',
      '-->',
      '```js',
      '-',
      '#',
      '<!-- importance: 3 -->',
    ),
    fc.tuple(fc.constantFrom('# ', '## ', '###### '), word).map((p) => p.join('')),
    word,
  )

  it('keeps every line exactly once, apart from headings', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (given) => {
        // Each word occurs once, so that it can be counted.
        const lines = given.map((text, i) => text.replace(/w\d+w/, `w${i}w`))
        const blocks = splitMemory(lines.join('\n'))
        const bodies = blocks.map(({ text }) => text).join('\n')
        const paths = blocks.map(({ path }) => path.join('\n')).join('\n')
        for (const text of lines) {
          const own = /w\d+w/.exec(text)?.[0]
          if (own === undefined) continue
          const times = bodies.split(own).length - 1
          expect(times === 1 || (times === 0 && paths.includes(own))).toBe(true)
        }
        // Nothing is invented, and the file order is kept.
        const order = (bodies.match(/w\d+w/g) ?? []).map((own) => Number(own.slice(1, -1)))
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is read in linear time even with a hostile line', () => {
    const hostile = [
      `${'#'.repeat(200_000)}x`,
      `${' '.repeat(200_000)}x`,
      '<!-- importance:'.repeat(20_000),
      `- `.repeat(5_000),
      '<!--'.repeat(50_000),
    ]
    for (const text of hostile) expect(splitMemory(text).length).toBeLessThanOrEqual(1)
  })
})
