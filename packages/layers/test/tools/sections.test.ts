import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sectionFragments } from '../../src/tools/sections.ts'
import { hostileText } from '../support/hostile.ts'

const split = (markdown: string) => sectionFragments(markdown).map(({ id, content }) => [id, content])

describe('sectionFragments', () => {
  it('splits at headings, including the text before the first one', () => {
    expect(split('Intro.\n\n# Search ##\r\nOne.\n\n### Mail\n\nTwo.\n')).toEqual([
      ['section:', 'Intro.'],
      ['section:Search ##', '# Search ##\nOne.'],
      ['section:Mail', '### Mail\n\nTwo.'],
    ])
  })

  it('numbers repeated headings', () => {
    expect(split('# A\n# A\n# A (2)\n# A').map(([id]) => id)).toEqual([
      'section:A',
      'section:A (2)',
      'section:A (2) (2)',
      'section:A (3)',
    ])
  })

  it('does not mistake a line in a code fence for a heading', () => {
    const fenced = '# A\n```sh\n# comment\n~~~\n````\n# B\n~~~~ md\n# comment\n~~~\n~~~~\n# C'
    expect(split(fenced).map(([id]) => id)).toEqual(['section:A', 'section:B', 'section:C'])
  })

  it('does not mistake a hashtag for a heading', () => {
    expect(split('#tag\n    # code\n####### seven')).toHaveLength(1)
  })

  it('closes a fence that a cut left open', () => {
    const [section] = sectionFragments(`# A\n${'x'.repeat(100)}\n~~~~\n${'code\n'.repeat(100)}~~~~\n`)
    expect(section?.shorter?.length).toBeGreaterThan(1)
    for (const form of section?.shorter ?? []) expect(form).toMatch(/characters cut\]\n~~~~$/)
  })

  it('loses nothing but white space', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const joined = sectionFragments(text).map(({ content }) => content)
        expect(joined.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })
})
