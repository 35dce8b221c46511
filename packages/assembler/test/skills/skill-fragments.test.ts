import { createContext, defineLayer, type Fragment, type Kept } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResolvedSkill } from '../../src/skills/resolve-skills.ts'
import { composeSkills, createSkillFragments } from '../../src/skills/skill-fragments.ts'

const skill = (id: string, more: Partial<ResolvedSkill> = {}): ResolvedSkill => {
  return { id, name: id, instructions: `How to ${id}.`, tools: [], examples: [], order: 0, priority: 0, ...more }
}
const math = skill('math', {
  name: 'Mathematics',
  instructions: 'You are excellent at mathematics\n',
  examples: ['Calculate 2+2', 'Solve\nequations'],
  priority: 100,
})
const compose = (fragments: readonly Fragment[]): string =>
  composeSkills(fragments.map((fragment): Kept => ({ fragment, rung: 0, content: fragment.content })))
/** Created fresh each time, with nothing cached. */
const skillFragments = (
  skills: readonly ResolvedSkill[],
  options: { readonly examples: boolean },
): ReturnType<ReturnType<typeof createSkillFragments>> => createSkillFragments(options)(skills)
const textOf = (one: ResolvedSkill): string => `${skillFragments([one], { examples: true })[0]?.content}`

describe('skill fragments', () => {
  it('show the instructions of each skill, in its tag, under one heading', () => {
    const fragments = skillFragments([math, skill('code')], { examples: false })
    expect(fragments.map(({ id, rank }) => [id, rank])).toEqual([
      ['skill:math', 100],
      ['skill:code', 0],
    ])
    expect(compose(fragments)).toBe(
      [
        'Active skills:',
        '<skill name="Mathematics">\nYou are excellent at mathematics\n</skill>',
        '<skill name="code">\nHow to code.\n</skill>',
      ].join('\n\n'),
    )
  })

  it('show examples if configured', () => {
    expect(textOf(math)).toBe(
      [
        '<skill name="Mathematics">',
        'You are excellent at mathematics',
        '',
        'Examples:',
        '- Calculate 2+2',
        '- Solve',
        '  equations',
        '</skill>',
      ].join('\n'),
    )
  })

  it('omit skills without text, and the heading if none remains', () => {
    const silent = [skill('a', { instructions: ' \n' }), skill('b', { instructions: '', examples: ['x'] })]
    expect(compose(skillFragments(silent, { examples: false }))).toBe('')
    expect(compose(skillFragments(silent, { examples: true }))).toContain('- x')
  })

  it('let no text close its tag or open another, and keep all other text unchanged', () => {
    const harmless = 'if (a < b && c > d) <b>"yes"</b> <skills> <skill-list> &amp; $& $1 </div>'
    expect(textOf(skill('a', { instructions: harmless }))).toContain(harmless)
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '/',
        'skill',
        'SKILL',
        '>',
        ' ',
        '\u200b',
        '\n',
        '</skill>',
        '<skill name="x">',
        '\ud800',
        '"',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    )
    const text = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, text, (name, instructions, example) => {
        const shown = textOf(skill('a', { name, instructions, examples: [example] }))
        const [head = '', ...rest] = shown.split('\n')
        expect(head).toMatch(/^<skill name="[^"<>]*">$/)
        expect(rest.at(-1)).toBe('</skill>')
        const inside = rest.slice(0, -1).join('\n')
        expect(inside.replace(/[\p{Cf}\s]/gu, '')).not.toMatch(/<\/?skill(?![\w-])/iu)
      }),
      { numRuns: 3_000 },
    )
  })

  it('take time proportional to the length of the text', () => {
    const hostile = `${'<'.repeat(50_000)}${' '.repeat(50_000)}${'< / '.repeat(50_000)}${'<\u200b'.repeat(50_000)}`
    expect(textOf(skill('a', { instructions: hostile }))).toContain('< / <')
  })

  it('are dropped by priority', async () => {
    const fragments = skillFragments([skill('c', { priority: 9 }), skill('a', { priority: 5 }), skill('b')], {
      examples: false,
    })
    const layer = defineLayer('skills', { load: () => fragments, compose: composeSkills })
    const builder = createContext().use(layer)
    const seen: string[] = []
    for (let window = 200; window > 20; window--) {
      const { system } = await builder.budget({ window, reserve: 0 }).build({ scope: { tenant: 'acme' } })
      const shown = Array.from(`${system[0]?.content ?? ''}`.matchAll(/name="(.)"/g), ([, name]) => name).join('')
      if (seen.at(-1) !== shown) seen.push(shown)
    }
    expect(seen).toEqual(['cab', 'ca', 'c', ''])
  })
})

describe('createSkillFragments', () => {
  it('returns the same fragments for unchanged skills, and new ones for changed skills', () => {
    const make = createSkillFragments({ examples: true })
    const [first] = make([math])
    expect(make([structuredClone(math)])[0]).toBe(first)
    for (const change of [
      { name: 'M' },
      { instructions: 'I' },
      { priority: 1 },
      { examples: ['Calculate 2+2', 'x'] },
    ]) {
      const changed = { ...math, ...change }
      expect(make([changed])).toEqual(skillFragments([changed], { examples: true }))
    }
    expect(make([{ ...math, examples: [] }])[0]?.content).not.toContain('Examples')
  })

  it('detects a list that was mutated', () => {
    const make = createSkillFragments({ examples: true })
    const examples = ['one']
    make([{ ...math, examples }])
    examples.push('two')
    expect(make([{ ...math, examples }])[0]?.content).toContain('- two')
  })

  it('remembers a bounded number of skills', () => {
    const make = createSkillFragments({ examples: false })
    const many = Array.from({ length: 2_500 }, (_, index) => skill(`s${index}`))
    expect(make(many)).toEqual(skillFragments(many, { examples: false }))
    expect(make(many.slice(-1_000)).every((one, index) => one === make(many.slice(-1_000))[index])).toBe(true)
  })
})
